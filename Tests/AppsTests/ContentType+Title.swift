import Core

extension ContentType {
    /// A title in the form of the type's field: localized, or a single text.
    func title(_ ru: String, en: JSON? = nil) -> JSON {
        if case .text? = field(titleField)?.kind { return .string(ru) }
        var texts: [String: JSON] = ["ru": .string(ru)]
        if let en { texts["en"] = en }
        return .object(texts)
    }
}
