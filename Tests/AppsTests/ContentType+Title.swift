import Core

extension ContentType {
    /// A title as the type's field has it, which may be told in every language or in one.
    func title(_ ru: String, en: JSON? = nil) -> JSON {
        if case .text? = field(titleField)?.kind { return .string(ru) }
        var texts: [String: JSON] = ["ru": .string(ru)]
        if let en { texts["en"] = en }
        return .object(texts)
    }
}
