import Testing

/// The file reader of the tidy rules, because a rule that finds no code would always pass.
struct SwiftFileTests {
    @Test(arguments: [
        ("a // try!", "a"),
        ("a /* b /* c */ try! */ d", "a d"),
        (##"a("try! \(b("c")) try!") d"##, "a( b( ) ) d"),
        (###"#"try! \(b) \#(c) "try!"# d"###, "c d"),
        ("\"\"\"\n try! \"b\"\n\"\"\" c", "c"),
        ("a(#/(\"try!/#) b", "a( ) b"),
    ])
    func `only code is seen`(text: String, code: String) {
        let words = CodeReader.code(of: text).split { $0.isWhitespace }

        #expect(words.joined(separator: " ") == code)
    }

    @Test func `a function reaches from its head to its closing brace`() {
        let file = SwiftFile(
            path: "Sources/A/B.swift",
            text: """
                protocol A {
                    func a()
                }
                struct B {
                    init(done: () -> Void = {}) {
                        done()
                    }
                    func b(
                        c: Int
                    ) {
                        if c > 0 {
                        }
                    }
                }
                """
        )

        #expect(file.functions.map(\.lines) == [4...6, 7...12])
    }

    @Test func `a switch owns its cases and not those within`() {
        let file = SwiftFile(
            path: "Sources/A/B.swift",
            text: """
                switch kind {
                case .a:
                    switch text {
                    default: break
                    }
                default: break
                }
                """
        )

        #expect(
            file.switches.map { $0.ownLines.filter { file.code[$0].contains("default:") } } == [[5], [3]]
        )
    }

    @Test func `a longer word is not the banned one`() {
        let ban = Ban(word: "print(", wayOut: "")

        #expect(ban.isIn("    print(text)"))
        #expect(!ban.isIn("fingerprint(text)"))
    }
}
