import Core

/// Something that is to be known of a content beside what it holds: «Осталось 7».
package struct Remark: Sendable, Hashable {
    package let text: Localized
    /// Where there is more about it; nil for nowhere.
    package let path: String?
    /// Somebody should look at it.
    package let isWarning: Bool

    package init(_ text: Localized, path: String? = nil, isWarning: Bool = false) {
        self.text = text
        self.path = path
        self.isWarning = isWarning
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
    ) async throws -> [String: Remark] {
        guard let module = module(of: type.name), !ids.isEmpty else { return [:] }
        return try await module.remarks(on: type, ids: ids, api: api(context))
    }
}
