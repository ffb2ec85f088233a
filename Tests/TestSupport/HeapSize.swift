#if canImport(Glibc)
import Glibc

/// The bytes of the heap that are in use in this process, by the allocator's own count.
///
/// `nil` if the allocator has no such count, such as that of a sanitizer.
package func heapSize() -> Int? {
  guard let report = allocatorReport() else { return nil }
  // The totals of the process follow those of each arena, so the last of each kind counts.
  func last(_ attribute: String) -> Int? {
    let lines = report.split(separator: "\n").filter { $0.contains(attribute) }
    let size = lines.last?.split(separator: "size=\"").last?.prefix { $0 != "\"" }
    return size.flatMap { Int($0) }
  }
  guard let taken = last("system type=\"current\""), let mapped = last("total type=\"mmap\""),
    let cached = last("total type=\"fast\""), let free = last("total type=\"rest\"")
  else { return nil }
  return taken + mapped - cached - free
}

/// What `malloc_info` writes; the function is looked up by name, because Swift's view of the C
/// library leaves its header out.
private func allocatorReport() -> String? {
  typealias MallocInfo = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
  var text: UnsafeMutablePointer<CChar>?
  var count = 0
  guard let program = unsafe dlopen(nil, RTLD_NOW) else { return nil }
  defer { unsafe dlclose(program) }
  guard let symbol = unsafe dlsym(program, "malloc_info"),
    let stream = unsafe open_memstream(&text, &count)
  else { return nil }
  // Sound: this is the function's type in the manual of the C library.
  let status = unsafe unsafeBitCast(symbol, to: MallocInfo.self)(0, stream)
  unsafe fclose(stream)
  defer { unsafe free(text) }
  // Sound: closing the stream has made `text` a string that ends in zero.
  guard status == 0, let text = unsafe text else { return nil }
  return unsafe String(cString: text)
}
#endif
