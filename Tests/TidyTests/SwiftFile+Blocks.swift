extension SwiftFile {
    /// A declaration or statement with braces: the lines of its head, its body and its end.
    struct Block {
        /// The text before the brace, as one line.
        let head: String
        let lines: ClosedRange<Int>
        /// The lines of the body that are in no inner block.
        let ownLines: [Int]
    }

    /// Every function and initializer that has a body.
    var functions: [Block] {
        code.indices.filter { Self.declaresFunction(code[$0]) }.compactMap(block)
    }

    var switches: [Block] {
        code.indices.filter { code[$0].holds("switch") && code[$0].contains(#/\bswitch\b/#) }.compactMap(
            block
        )
    }

    private static func declaresFunction(_ line: Substring) -> Bool {
        (line.holds("func ") && line.contains(#/\bfunc [^ ]/#))
            || (line.holds("init") && line.contains(#/^ *([a-z]+(\([a-z]+\))? )*init[?]?[(<]/#))
    }

    /// The block whose head begins at the line; nil if it has no body, as in a protocol.
    private func block(from start: Int) -> Block? {
        var head = ""
        var ownLines: [Int] = []
        var depth = 0
        // A closure as a default value is in parentheses and opens no body.
        var parentheses = 0
        for number in code.indices[start...] {
            if depth == 0, number > start, Self.declaresFunction(code[number]) { return nil }
            if depth == 1 { ownLines.append(number) }
            for character in code[number] {
                switch character {
                case "(" where depth == 0: parentheses += 1
                case ")" where depth == 0: parentheses -= 1
                case "{" where parentheses == 0: depth += 1
                case "}" where parentheses == 0:
                    depth -= 1
                    if depth < 0 { return nil }
                    if depth == 0 { return Block(head: head, lines: start...number, ownLines: ownLines) }
                default: break
                }
                if depth == 0 { head.append(character) }
            }
        }
        return nil
    }
}
