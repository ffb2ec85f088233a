#if !arch(wasm32)
internal import CitySearch
internal import PageMemory

// Without WebAssembly, this program answers the requests of a page from standard input.
let file = NativeExchange.gazetteerFile(requests: "REQUESTS")
let search = WebSearch(try Gazetteer(mapping: file))
try NativeExchange.answerAll { search.answer(to: $0) }
#endif
