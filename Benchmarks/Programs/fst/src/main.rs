//! fst as an engine of the benchmark, by the protocol in ../README.md.
//!
//! A minimal finite state transducer in one block of bytes. Each different key is stored with the place of
//! its first occurrence. The keys with a prefix are those from the first key not below the prefix to the
//! first key not below its successor.
use fst::{IntoStreamer, Map, Streamer};
use std::io::{self, BufRead, BufWriter, Write};
use std::time::Instant;

struct Engine {
    map: Map,
    count: u64,
}

impl Engine {
    fn new(keys: &[Vec<u8>]) -> Result<Engine, fst::Error> {
        let different = keys.iter().enumerate().filter(|(i, key)| *i == 0 || keys[i - 1] != **key);
        let map = Map::from_iter(different.map(|(place, key)| (key, place as u64)))?;
        Ok(Engine { map, count: keys.len() as u64 })
    }

    /// The place of the first key that is not below some bytes.
    fn lower_bound(&self, bytes: &[u8]) -> u64 {
        let mut stream = self.map.range().ge(bytes).into_stream();
        stream.next().map_or(self.count, |(_, place)| place)
    }

    fn locate(&self, query: &[u8]) -> (u64, u64) {
        let first = self.lower_bound(query);
        // Above all keys with the prefix, and not above any other: the prefix with its last byte raised.
        let mut successor = query.to_vec();
        while successor.last() == Some(&0xFF) {
            successor.pop();
        }
        match successor.last_mut() {
            Some(last) => *last += 1,
            None => return (first, self.count),
        }
        (first, self.lower_bound(&successor))
    }

    /// The number of matches; with a limit the sum of the first places.
    fn answer(&self, query: &[u8], limit: Option<u64>) -> u64 {
        let (first, end) = self.locate(query);
        limit.map_or(end - first, |limit| (first..end.min(first + limit)).sum())
    }
}

struct Input<R> {
    lines: R,
}

impl<R: BufRead> Input<R> {
    /// The next line without its line feed; nothing at the end.
    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        if self.lines.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        if line.last() == Some(&b'\n') {
            line.pop();
        }
        Ok(Some(line))
    }

    fn lines(&mut self, count: usize) -> io::Result<Vec<Vec<u8>>> {
        let end = || io::Error::new(io::ErrorKind::UnexpectedEof, "the input ended early");
        (0..count).map(|_| self.line()?.ok_or_else(end)).collect()
    }
}

/// The durations and sums of batches of queries, until some nanoseconds have passed.
fn times(
    engine: &Engine, queries: &[Vec<u8>], limit: Option<u64>, batch: usize, duration: u64,
) -> Vec<(u64, u64)> {
    let begin = Instant::now();
    // Zero, but not to the compiler: it makes each query depend on the previous answer.
    let zero = std::env::args_os().count() as u64 >> 63;
    let mut times = Vec::with_capacity(queries.len() / batch);
    for number in 0..queries.len() / batch {
        let (mut sum, mut last) = (0, 0);
        let start = Instant::now();
        for index in number * batch..(number + 1) * batch {
            last = engine.answer(&queries[index + (zero & last) as usize], limit);
            sum += last;
        }
        times.push((start.elapsed().as_nanos() as u64, sum));
        if begin.elapsed().as_nanos() as u64 > duration {
            break;
        }
    }
    times
}

fn serve() -> Result<(), Box<dyn std::error::Error>> {
    let stdin = io::stdin();
    let mut input = Input { lines: stdin.lock() };
    let mut output = BufWriter::new(io::stdout());
    let mut engine = Engine::new(&[])?;
    let mut queries: Vec<Vec<u8>> = Vec::new();
    while let Some(line) = input.line()? {
        let line = String::from_utf8(line)?;
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["version", "1"] => writeln!(output, "version 1")?,
            ["keys", count] => {
                let keys = input.lines(count.parse()?)?;
                let start = Instant::now();
                engine = Engine::new(&keys)?;
                let time = start.elapsed().as_nanos();
                writeln!(output, "built {} {}", time, engine.map.as_fst().size())?;
            }
            ["queries", count] => {
                queries = input.lines(count.parse()?)?;
                writeln!(output, "{line}")?;
            }
            ["answer", "locate"] => {
                for query in &queries {
                    writeln!(output, "{}", engine.answer(query, None))?;
                }
            }
            ["answer", "rows", limit] => {
                let limit: u64 = limit.parse()?;
                for query in &queries {
                    let (first, end) = engine.locate(query);
                    let places = (first..end.min(first + limit)).map(|place| place.to_string());
                    writeln!(output, "{}", places.collect::<Vec<_>>().join(" "))?;
                }
            }
            ["time", .., batch, duration] => {
                let limit = if words[1] == "rows" { Some(words[2].parse()?) } else { None };
                for (time, sum) in
                    times(&engine, &queries, limit, batch.parse()?, duration.parse()?)
                {
                    writeln!(output, "{time} {sum}")?;
                }
                writeln!(output, "done")?;
            }
            _ => return Err("the command is unknown".into()),
        }
        output.flush()?;
    }
    Ok(())
}

fn main() {
    if let Err(error) = serve() {
        println!("error {error}");
        std::process::exit(1);
    }
}
