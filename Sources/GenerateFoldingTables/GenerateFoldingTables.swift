@main struct GenerateFoldingTables { static func main() {} }
