#if !arch(wasm32)
internal import CitySearch
internal import PageMemory

// Without WebAssembly, this program answers the calls of the page from standard input.
let file = NativeExchange.gazetteerFile(requests: "CALLS")
let calls = PageCalls()
_ = calls.open(try Gazetteer(mapping: file), areAll: true)
try NativeExchange.answerAll { calls.answer(to: $0) }
#endif
