/// A setting of an app that staff can change at runtime, declared once as data.
package struct AppSetting: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case bool
        case integer(ClosedRange<Int64>, unit: Unit)
        /// One line; empty for none.
        case text(lengthMax: Int)
        /// An e-mail address; empty for none.
        case email
        /// One line that is never shown once it is saved; empty for none.
        case secret(lengthMax: Int)
    }

    /// The unit of a number.
    package enum Unit: Sendable, Hashable {
        case points, days, hours, minutes, seconds, milliseconds, times, digits, percent, kopecks, rubles
        /// An HTTP status, which has no unit.
        case status
    }

    /// The name in the API and on the command line: `points_registration`.
    package let name: String
    package let title: Localized
    package let help: Localized
    package let kind: Kind
    /// The default value.
    package let standard: JSON
    /// True if the setting cannot be changed in production.
    package let isForTests: Bool

    package init(
        _ name: String,
        _ title: Localized,
        help: Localized,
        _ kind: Kind,
        standard: JSON,
        isForTests: Bool = false
    ) {
        self.name = name
        self.title = title
        self.help = help
        self.kind = kind
        self.standard = standard
        self.isForTests = isForTests
    }

    /// The value in its normalized form; throws its fault.
    package func checked(_ value: JSON) throws(Fault) -> JSON {
        switch (kind, value) {
        case (.bool, .bool): return value
        case (.bool, _): throw fault("должно быть true или false", "must be true or false")
        case (.integer(let range, _), .integer(let number)) where range ~= number: return value
        case (.integer(let range, _), _):
            throw fault(
                "должно быть целым числом от \(range.lowerBound) до \(range.upperBound)",
                "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
            )
        case (.text(let lengthMax), .string(let text)), (.secret(let lengthMax), .string(let text)):
            let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            guard isPlain, text.unicodeScalars.count <= lengthMax else {
                throw fault(
                    "до \(lengthMax) символов в одну строку",
                    "must have at most \(lengthMax) characters in one line"
                )
            }
            return value
        case (.email, .string(let text)):
            guard text.isEmpty || Email.normalized(text) != nil else {
                throw fault("не похоже на адрес почты", "must be an e-mail address")
            }
            return .string(Email.normalized(text) ?? "")
        case (.text, _), (.email, _), (.secret, _): throw fault("должно быть строкой", "must be a string")
        }
    }

    /// The text in place of a secret; as a new value it changes nothing.
    package static let mask = "••••••••"

    package var isSecret: Bool { if case .secret = kind { true } else { false } }

    /// A value as staff see it.
    package func shown(_ value: JSON) -> JSON {
        guard isSecret, let text = value.string, !text.isEmpty else { return value }
        return .string(Self.mask)
    }

    private func fault(_ ru: String, _ en: String) -> Fault { Fault("#/\(name)", ru, en) }
}
