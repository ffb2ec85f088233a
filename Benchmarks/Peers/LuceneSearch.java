import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.charfilter.MappingCharFilter;
import org.apache.lucene.analysis.charfilter.NormalizeCharMap;
import org.apache.lucene.analysis.icu.ICUNormalizer2Filter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.CollectionTerminatedException;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;

/**
 * Lucene, a full-text index in Java.
 *
 * <p>A document is a city with its whole names, their first one to three letters, the words of its names
 * and regions, and the first letters of these. The index is sorted by population, so a search ends as soon
 * as it has enough documents. Texts are folded by ICU (NFKC and case) and the ASCII filter, because the
 * folding filter of ICU in Debian's package cannot read its data. Mistakes are found by fuzzy queries. The
 * questions to the index, and how their answers become one list, are those of cities.py.
 */
final class LuceneSearch {
  private static final int SHORT = 3;
  private static final double[] WHOLE = {3.0, 2.0}, BEGINNING = {1.5, 0.0}, NONE = {0, 0};
  private static final double NEAR = 3.0, NEAR_KILOMETERS = 100;

  private static final class City {
    int id, population;
    double latitude, longitude, weight;
    String own, country, division;
    List<String> names;
  }

  private final Analyzer analyzer = new Analyzer() {
    @Override
    protected TokenStreamComponents createComponents(String field) {
      Tokenizer words = new StandardTokenizer();
      return new TokenStreamComponents(
          words, new ASCIIFoldingFilter(new ICUNormalizer2Filter(words)));
    }

    @Override
    protected java.io.Reader initReader(String field, java.io.Reader reader) {
      return new MappingCharFilter(APOSTROPHES, reader);
    }
  };

  private static final NormalizeCharMap APOSTROPHES = apostrophes();

  private static NormalizeCharMap apostrophes() {
    NormalizeCharMap.Builder map = new NormalizeCharMap.Builder();
    for (String mark : "' ’ ‘ ʻ ʼ ` ´ .".split(" ")) map.add(mark, "");
    return map.build();
  }

  private List<City> cities;
  private IndexSearcher searcher;
  private long byteCount;

  private List<String> words(String text) throws IOException {
    List<String> words = new ArrayList<>();
    try (TokenStream stream = analyzer.tokenStream("", text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) words.add(term.toString());
      stream.end();
    }
    return words;
  }

  private String fold(String text) throws IOException { return String.join(" ", words(text)); }

  private void build(String citiesPath, String regionsPath) throws IOException {
    Map<String, Set<String>> regions = new HashMap<>();
    if (regionsPath != null)
      for (String line : Files.readAllLines(Paths.get(regionsPath))) {
        String[] cells = line.split("\t", -1);
        regions.computeIfAbsent(cells[1] + "." + cells[2], key -> new TreeSet<>())
            .addAll(words(cells[0]));
      }
    cities = new ArrayList<>();
    for (String line : Files.readAllLines(Paths.get(citiesPath))) {
      String[] cells = line.split("\t", -1);
      City city = new City();
      city.id = Integer.parseInt(cells[0]);
      city.own = fold(cells[1]);
      Set<String> names = new LinkedHashSet<>();
      names.add(city.own);
      for (String name : cells[3].split(",")) names.add(fold(name));
      names.remove("");
      city.names = new ArrayList<>(names);
      city.latitude = Double.parseDouble(cells[4]);
      city.longitude = Double.parseDouble(cells[5]);
      city.country = cells[8];
      city.division = cells[10];
      city.population = cells[14].isEmpty() ? 0 : Integer.parseInt(cells[14]);
      city.weight = Math.log10(city.population + 100);
      cities.add(city);
    }
    cities.sort(
        Comparator.comparingInt((City city) -> -city.population).thenComparingInt(city -> city.id));

    Path folder = Files.createTempDirectory("lucene-search");
    IndexWriterConfig config = new IndexWriterConfig(analyzer);
    config.setIndexSort(new Sort(new SortField("row", SortField.Type.INT)));
    config.setRAMBufferSizeMB(256);
    FSDirectory directory = FSDirectory.open(folder);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int row = 0; row < cities.size(); row++)
        writer.addDocument(document(row, cities.get(row), regions));
      writer.forceMerge(1);
    }
    for (String file : directory.listAll()) byteCount += directory.fileLength(file);
    searcher = new IndexSearcher(DirectoryReader.open(directory));
    searcher.setQueryCache(null);
    // The reader has opened the files, so their names can go.
    for (String file : directory.listAll()) Files.deleteIfExists(folder.resolve(file));
    Files.deleteIfExists(folder);
    for (City city : cities) city.names = null;
  }

  private Document document(int row, City city, Map<String, Set<String>> regions) {
    Document document = new Document();
    document.add(new NumericDocValuesField("row", row));
    Set<String> words = new TreeSet<>();
    for (String name : city.names) {
      document.add(new StringField("name", name, Field.Store.NO));
      words.addAll(Arrays.asList(name.split(" ")));
    }
    for (String area : new String[] {"*", city.division})
      words.addAll(regions.getOrDefault(city.country + "." + area, Collections.emptySet()));
    for (String word : words) document.add(new StringField("word", word, Field.Store.NO));
    addBeginnings(document, "first", city.names);
    addBeginnings(document, "begin", words);
    return document;
  }

  private static void addBeginnings(Document document, String field, Iterable<String> texts) {
    Set<String> beginnings = new TreeSet<>();
    for (String text : texts)
      for (int length = 1; length <= Math.min(SHORT, text.length()); length++)
        beginnings.add(text.substring(0, length));
    for (String text : beginnings) document.add(new StringField(field, text, Field.Store.NO));
  }

  /** The first documents, which are numbered by population. */
  private List<Integer> rows(Query query, int limit) throws IOException {
    List<Integer> rows = new ArrayList<>();
    searcher.search(query, new SimpleCollector() {
      private int base;

      @Override
      protected void doSetNextReader(LeafReaderContext context) { base = context.docBase; }

      @Override
      public void collect(int document) {
        rows.add(base + document);
        if (rows.size() >= limit) throw new CollectionTerminatedException();
      }

      @Override
      public ScoreMode scoreMode() { return ScoreMode.COMPLETE_NO_SCORES; }
    });
    return rows;
  }

  private static Query prefix(String field, String shortField, String text) {
    return text.length() <= SHORT
        ? new TermQuery(new Term(shortField, text)) : new PrefixQuery(new Term(field, text));
  }

  private List<Integer> similar(List<String> words, int limit) throws IOException {
    for (int most = 1; most <= 2; most++) {
      BooleanQuery.Builder query = new BooleanQuery.Builder();
      for (String word : words) {
        int edits = word.length() < 4 ? 0 : word.length() > 7 ? most : 1;
        query.add(new FuzzyQuery(new Term("word", word), edits), BooleanClause.Occur.FILTER);
      }
      List<Integer> rows = rows(query.build(), limit);
      if (!rows.isEmpty()) return rows;
    }
    return Collections.emptyList();
  }

  private static double kilometers(City city, double latitude, double longitude) {
    double one = Math.toRadians(city.latitude), other = Math.toRadians(latitude);
    double difference = Math.toRadians(city.longitude - longitude);
    double cosine =
        Math.sin(one) * Math.sin(other) + Math.cos(one) * Math.cos(other) * Math.cos(difference);
    return 6371 * Math.acos(Math.max(-1, Math.min(1, cosine)));
  }

  private void add(
      Map<Integer, Double> scores, List<Integer> rows, double[] worth, String query,
      boolean exactly, double[] place) {
    for (int row : rows) {
      if (scores.containsKey(row)) continue;
      City city = cities.get(row);
      boolean isOwn = exactly ? city.own.equals(query) : city.own.startsWith(query);
      double score = city.weight + worth[isOwn ? 0 : 1];
      if (place != null && kilometers(city, place[0], place[1]) < NEAR_KILOMETERS) score += NEAR;
      scores.put(row, score);
    }
  }

  private List<Integer> find(String text, int limit, double[] place) throws IOException {
    List<String> words = words(text);
    if (words.isEmpty()) return Collections.emptyList();
    String query = String.join(" ", words);
    int depth = place != null ? 300 : Math.max(limit, 10);
    Map<Integer, Double> scores = new HashMap<>();
    add(scores, rows(new TermQuery(new Term("name", query)), depth), WHOLE, query, true, place);
    boolean hasEnded = text.endsWith(" ") && words.size() == 1;
    add(scores, rows(prefix("name", "first", query + (hasEnded ? " " : "")), depth), BEGINNING,
        query, false, place);
    if (scores.size() < limit) {
      BooleanQuery.Builder all = new BooleanQuery.Builder();
      for (String word : words.subList(0, words.size() - 1))
        all.add(new TermQuery(new Term("word", word)), BooleanClause.Occur.FILTER);
      all.add(prefix("word", "begin", words.get(words.size() - 1)), BooleanClause.Occur.FILTER);
      add(scores, rows(all.build(), depth), NONE, query, false, place);
    }
    if (scores.isEmpty()) add(scores, similar(words, depth), NONE, query, false, place);
    for (int length = words.size() - 1; length > 0 && scores.isEmpty(); length--) {
      List<BytesRef> parts = new ArrayList<>();
      for (int start = 0; start + length <= words.size(); start++) {
        String part = String.join(" ", words.subList(start, start + length));
        if (part.length() > 2) parts.add(new BytesRef(part));
      }
      add(scores, rows(new TermInSetQuery("name", parts), depth), NONE, query, false, place);
    }
    List<Integer> best = new ArrayList<>(scores.keySet());
    best.sort(Comparator.comparingDouble((Integer row) -> -scores.get(row))
        .thenComparingInt(row -> row));
    return best.subList(0, Math.min(limit, best.size()));
  }

  public static void main(String[] arguments) throws IOException {
    LuceneSearch search = new LuceneSearch();
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream output = new PrintStream(System.out, true, "UTF-8");
    String citiesPath = null, regionsPath = null;
    for (String line; (line = input.readLine()) != null;) {
      if (line.equals("search 1")) {
        output.println(line);
      } else if (line.startsWith("cities ")) {
        citiesPath = line.substring("cities ".length());
      } else if (line.startsWith("regions ")) {
        regionsPath = line.substring("regions ".length());
      } else if (line.equals("build")) {
        long start = System.nanoTime();
        search.build(citiesPath, regionsPath);
        output.println("built " + (System.nanoTime() - start) + " " + search.byteCount);
      } else if (line.startsWith("find ")) {
        String[] fields = line.substring("find ".length()).split("\t", -1);
        double[] place = fields.length < 4 || fields[2].isEmpty() ? null
            : new double[] {Double.parseDouble(fields[2]), Double.parseDouble(fields[3])};
        long start = System.nanoTime();
        List<Integer> rows = search.find(fields[1], Integer.parseInt(fields[0]), place);
        StringBuilder answer = new StringBuilder("found " + (System.nanoTime() - start));
        for (int row : rows) answer.append(' ').append(search.cities.get(row).id);
        output.println(answer);
      } else {
        output.println("error the command is unknown");
        return;
      }
    }
  }
}
