/// The effective settings of an app, changed or default.
package struct AppSettings: Sendable, Hashable {
    package let declared: [AppSetting]
    /// The changed values.
    package let decided: [String: JSON]
    /// True if settings for tests are ignored.
    private let isProduction: Bool

    package init(_ declared: [AppSetting], decided: [String: JSON] = [:], isProduction: Bool) {
        self.declared = declared
        self.decided = decided
        self.isProduction = isProduction
    }

    /// The effective value; null for a name that is not declared.
    package subscript(name: String) -> JSON {
        guard let setting = declared.first(where: { $0.name == name }) else { return .null }
        if setting.isForTests, isProduction { return setting.standard }
        // A value stored under an older declaration may not fit this one.
        return decided[name].flatMap { try? setting.checked($0) } ?? setting.standard
    }

    package func bool(_ name: String) -> Bool { self[name].bool ?? false }
    package func integer(_ name: String) -> Int64 { self[name].integer ?? 0 }
    /// Nil if the text is empty.
    package func text(_ name: String) -> String? { self[name].string.flatMap { $0.isEmpty ? nil : $0 } }
}
