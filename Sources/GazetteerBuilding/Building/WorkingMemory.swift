internal import CitySearch
internal import SystemFiles

/// The memory for the working data of a build: as much as it may take, and a scratch file for the rest.
///
/// Data are stored in pages, which are written once and read once. A page that cannot be written is lost, and
/// ``check()`` throws the reason.
final class WorkingMemory {
  /// How many bytes each part of the work may take.
  struct Limits {
    /// Lines of a text that are read at once.
    var block = 1 << 22
    /// Names that are sorted at once.
    var run = 1 << 25
    /// Pages in memory; more go to the scratch file.
    var pages = 1 << 25
    /// One page.
    var page = 1 << 18
  }

  let limits: Limits
  /// The file in whose folder the scratch file is created; `nil` to keep all pages in memory.
  private let path: String?
  private var scratch: ScratchFile?
  private var bytesInMemory = 0
  private var failure: GazetteerError?

  init(beside path: String? = nil, limits: Limits = Limits()) {
    self.path = path
    self.limits = limits
  }

  /// A page that is stored.
  enum Page {
    case memory([UInt8])
    case file(Range<Int>)
  }

  /// Stores a page.
  func store(_ bytes: [UInt8]) -> Page {
    guard let path, bytesInMemory + bytes.count > limits.pages else {
      bytesInMemory += bytes.count
      return .memory(bytes)
    }
    do throws(SystemCallError) {
      if scratch == nil { scratch = try ScratchFile(beside: path) }
      guard let scratch else { return .memory([]) }
      return .file(try scratch.append(bytes.span))
    } catch {
      failure = failure ?? .unwritable(path, error)
      return .memory([])
    }
  }

  /// The bytes of a page, which must not be read again.
  func take(_ page: Page) -> [UInt8] {
    switch page {
    case .memory(let bytes):
      bytesInMemory -= bytes.count
      return bytes
    case .file(let range):
      do throws(SystemCallError) {
        return try scratch?.read(range) ?? []
      } catch {
        failure = failure ?? .unwritable(path ?? "", error)
        return []
      }
    }
  }

  /// Throws the first error so far.
  func check() throws(GazetteerError) {
    if let failure { throw failure }
  }
}

/// A sequence of records, which are written once, and then read once.
///
/// No record extends over two pages.
struct Spool {
  private let memory: WorkingMemory
  private var pages: [WorkingMemory.Page] = []
  /// The page that is not full.
  private var page: [UInt8] = []

  init(in memory: WorkingMemory) { self.memory = memory }

  /// Adds a record, whose bytes a closure appends to a page.
  mutating func append(_ body: (inout [UInt8]) -> Void) {
    body(&page)
    guard page.count >= memory.limits.page else { return }
    pages.append(memory.store(page))
    page.removeAll(keepingCapacity: true)
  }

  /// Begins to read the records.
  consuming func reader() -> Reader {
    Reader(memory: memory, pages: pages.reversed(), last: page)
  }

  /// Reads records in the order in which they were written.
  struct Reader {
    private let memory: WorkingMemory
    /// The pages that follow, the next one last.
    private var pages: [WorkingMemory.Page]
    private var last: [UInt8]
    /// The page that has the next record.
    private(set) var page: [UInt8] = []
    /// Where the next record begins.
    var position = 0

    fileprivate init(memory: WorkingMemory, pages: [WorkingMemory.Page], last: [UInt8]) {
      self.memory = memory
      self.pages = pages
      self.last = last
    }

    /// Goes to the next page if this one was read; returns whether there is another record.
    mutating func advance() -> Bool {
      while position >= page.count {
        position = 0
        guard let next = pages.popLast() else {
          page = last
          last = []
          return !page.isEmpty
        }
        page = memory.take(next)
      }
      return true
    }
  }
}
