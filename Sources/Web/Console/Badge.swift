import Core

/// A badge beside an entry with a fact beyond its fields: «Осталось 7».
package struct Badge: Sendable, Hashable {
    package let text: Localized
    /// The page with more about it; nil if there is none.
    package let path: String?
    /// True if the badge needs attention.
    package let isWarning: Bool
    /// The stock that a column shows as a bar instead.
    package let stock: Stock?

    /// The number of items left, and the number taken.
    package struct Stock: Sendable, Hashable {
        let left: Int64
        let taken: Int64

        package init(left: Int64, taken: Int64) {
            (self.left, self.taken) = (left, taken)
        }
    }

    package init(_ text: Localized, path: String? = nil, isWarning: Bool = false, stock: Stock? = nil) {
        self.text = text
        self.path = path
        self.isWarning = isWarning
        self.stock = stock
    }

    /// The stock as a cell of a list; nil if there is none.
    func cell(_ language: Language) -> JSON? {
        guard let stock else { return nil }
        let (left, all) = (stock.left, stock.left.addingReportingOverflow(stock.taken).partialValue)
        func number(_ number: Int64) -> String { ListCell.number(number, language) }
        let bought = Localized("куплено\u{A0}\(number(stock.taken))", "\(number(stock.taken))\u{A0}bought")
        return [
            "left": .string(number(left)), "max": .integer(max(all, 1)), "value": .integer(left),
            "of": .string(Localized("из\u{A0}\(number(all))", "of\u{A0}\(number(all))")[language]),
            "name": .string(
                Localized(
                    "Осталось \(number(left)) из \(number(all))",
                    "\(number(left)) of \(number(all)) left"
                )[language]
            ),
            "path": .string(path ?? ""), "bought": .string(stock.taken > 0 ? bought[language] : ""),
            "tone": .string(left == 0 ? "bad" : isWarning ? "warn" : ""),
        ]
    }

    func json(_ language: Language) -> JSON {
        ["text": .string(text[language]), "path": JSON(path ?? ""), "tone": isWarning ? "warn" : ""]
    }
}

extension Console {
    /// The remarks of the app on entries of its type.
    func remarks(
        on type: ContentType,
        ids: [String],
        _ context: ConsoleContext
    ) async throws -> [String: Badge] {
        guard let module = module(of: type.name), !ids.isEmpty else { return [:] }
        return try await module.remarks(on: type, ids: ids, services: services, author: context.author)
    }
}
