/// Takes a value that the compiler must not optimise away.
@inline(never)
func blackHole<Value>(_ value: borrowing Value) {}
