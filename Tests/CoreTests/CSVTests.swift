import Testing

@testable import Core

struct CSVTests {
    /// All rows, or the fault that ends the file; read in pieces of a given number of bytes.
    private func read(
        _ text: String,
        pieces: Int = .max,
        separator: UInt8 = 44
    ) -> ([[String]], [Int], Fault?) {
        read(Array(text.utf8), pieces: pieces, separator: separator)
    }

    private func read(
        _ bytes: [UInt8],
        pieces: Int = .max,
        separator: UInt8 = 44
    ) -> ([[String]], [Int], Fault?) {
        var reader = CSVReader(separator: separator)
        var rows: [CSVReader.Row] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let (some, fault) = reader.read(rest.prefix(pieces))
            rows += some
            if let fault { return (rows.map(\.cells), rows.map(\.line), fault) }
            rest = rest.dropFirst(pieces)
        }
        let (some, fault) = reader.finish()
        rows += some
        return (rows.map(\.cells), rows.map(\.line), fault)
    }

    @Test(arguments: [1, 2, 3, 7, .max])
    func `rows come out the same however the file is cut`(pieces: Int) {
        let text = "a,b\r\n\"ё;\"\"q\"\"\",\"line\r\ntwo\n\"\n\n,\nx,"

        let (rows, lines, fault) = read(text, pieces: pieces)

        #expect(rows == [["a", "b"], ["ё;\"q\"", "line\r\ntwo\n"], ["x", ""]])
        #expect(lines == [1, 2, 7])
        #expect(fault == nil)
    }

    @Test(arguments: [
        ("a\n\"b", 2, "has a quote that is never closed"),
        ("a\n\"x\ny\"z", 2, "has text behind a closing quote"),
        ("a\nb\"c", 2, "has a quote within a cell; put the cell in quotes and double the inner one"),
        ("a\rb", 1, "has a carriage return without a line feed"), ("a\n\0", 2, "contains a NUL byte"),
    ])
    func `what cannot be read is told by its line`(text: String, line: Int, detail: String) {
        let fault = read(text).2

        #expect(fault?.line == line)
        #expect(fault?.detail.en == detail)
    }

    // Not as arguments, because arguments are printed.
    @Test func `what is too long is told by its line`() {
        let columns = read(String(repeating: ",", count: 100_000)).2
        let cell = read("a\n" + String(repeating: "x", count: 10 << 20)).2

        #expect(columns?.line == 1)
        #expect(columns?.detail.en == "has more than 500 columns")
        #expect(cell?.line == 2)
        #expect(cell?.detail.en == "has a cell over 1024 KiB or is over 4 MiB")
    }

    @Test func `another encoding is told by its name where it can be`() {
        // «Кофе» in Windows-1251, a lone continuation byte, and UTF-16.
        #expect(read([0xCA, 0xEE, 0xF4, 0xE5]).2?.detail.en.contains("Windows-1251") == true)
        #expect(read([0x80]).2?.detail.en == "is not in UTF-8")
        #expect(CSVReader.fault(ofHead: [0xFF, 0xFE, 0x69, 0x00])?.detail.en.contains("UTF-16") == true)
        let wide = "id,name,cost,count".utf8.flatMap { [$0, 0] as [UInt8] }
        #expect(CSVReader.fault(ofHead: wide)?.detail.en.contains("UTF-16") == true)
        for workbook: [UInt8] in [
            [0x50, 0x4B, 3, 4, 0x14], [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0],
        ] {
            let fault = CSVReader.fault(ofHead: workbook)
            #expect(fault?.detail.en.contains("Excel workbook") == true)
            #expect(fault?.detail.ru.contains("«CSV UTF-8»") == true)
        }
        #expect(CSVReader.fault(ofHead: Array("id,name".utf8)) == nil)
        #expect(CSVReader.fault(ofHead: Array("PK,name".utf8)) == nil)
    }

    @Test(arguments: [
        ("a,b;c,d", ","), ("a;b,c;d\n,,,", ";"), ("a\tb", "\t"), ("\"a;b;c\",d", ","), ("a", ","),
    ])
    func `the separator is that of the header`(text: String, separator: String) {
        #expect([CSVReader.separator(of: text.utf8)] == Array(separator.utf8))
    }

    @Test(arguments: [
        "=1+1", "+7", "-5", "@a", "\ta", "\ra", "'=1", "''=1", "'a", "a=1", "", "'", "007", "a;b", "\"",
        "🎄 ё",
        " a ", "a\nb",
    ])
    func `no spreadsheet computes a text, and it comes back as it was`(text: String) {
        let safe = CSV.safe(text)
        #expect(!"=+-@\t\r".utf8.contains { $0 == safe.utf8.first })
        #expect(CSV.unsafe(safe) == text)
        for separator in CSV.separators {
            let row = CSV.row([safe, "x", safe], separator: separator)
            #expect(read(row, separator: separator).0 == [[safe, "x", safe]])
        }
    }

    @Test(arguments: [["a"], ["a", "b"], ["a|b", "c\\"], ["\\|", "|\\", ""]])
    func `a list comes back from one cell`(elements: [String]) {
        #expect(CSV.elements(CSV.list(elements)) == elements)
    }

    @Test(arguments: [1, 5, .max])
    func `objects are found in an array however it is cut`(pieces: Int) {
        let text = "[ {\"a\":\"}\\\"{\"},\n\n {\"b\":[{}]} ]\n"
        var reader = JSONElements()
        var elements: [JSONElements.Element] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let (some, fault) = reader.read(rest.prefix(pieces))
            #expect(fault == nil)
            elements += some
            rest = rest.dropFirst(pieces)
        }

        #expect(reader.finish() == nil)
        #expect(
            elements.map { String(decoding: $0.bytes, as: UTF8.self) } == [
                "{\"a\":\"}\\\"{\"}", "{\"b\":[{}]}",
            ]
        )
        #expect(elements.map(\.line) == [1, 3])
    }

    @Test(arguments: [
        ("", "is empty; it must hold a JSON array"), ("[", "ends before its array does"),
        ("{}", "must hold a JSON array"), ("[1]", "must have a JSON object here"),
        ("[{},]", "must have a JSON object here"), ("[{} {}]", "must have a comma or ] here"),
        ("[] x", "has something behind the array"), ("[{\"a\":", "ends before its array does"),
    ])
    func `what is no array of objects is refused`(text: String, detail: String) {
        var reader = JSONElements()
        let fault = reader.read(text.utf8).end ?? reader.finish()
        #expect(fault?.detail.en == detail)
    }
}
