import Core

/// Something that is to be known of a content beside what it holds: «Осталось 7».
package struct Badge: Sendable, Hashable {
    package let text: Localized
    /// Where there is more about it; nil for nowhere.
    package let path: String?
    /// Somebody should look at it.
    package let isWarning: Bool
    /// What a column with a bar shows in its place.
    package let stock: Stock?

    /// How many of something are left, and how many are taken.
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

    /// The stock as a cell of a list; nil where there is none to speak of.
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
    /// What the app says of contents of its type.
    func remarks(
        on type: ContentType,
        ids: [String],
        _ context: ConsoleContext
    ) async throws -> [String: Badge] {
        guard let module = module(of: type.name), !ids.isEmpty else { return [:] }
        return try await module.remarks(on: type, ids: ids, services: services, author: context.author)
    }
}
