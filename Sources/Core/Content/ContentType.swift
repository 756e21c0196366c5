/// A content type, declared once as data; everything else is derived from this value.
package struct ContentType: Sendable {
    /// The period during which an app sees an entry of this type.
    package enum Window: Sendable, Hashable {
        /// From its publication until it is unpublished.
        case none
        /// From `live_from` to `live_until`, borders included; either may be open if its flag is true.
        case between(from: Localized, isFromOptional: Bool, until: Localized, isUntilOptional: Bool)
    }

    /// The default order of lists.
    package enum Order: Sendable, Hashable {
        /// By hand; these types share their positions, so that their entries can be shown in one row.
        case manual(sharedWith: [String])
        /// By the title, alphabetically.
        case title
    }

    package let name: String
    /// The name of one entry of the type on the command line and in problems: `offer`.
    package let singular: String
    package let title: Localized
    /// The noun for one entry in a row of a list: «акция · до 28 ноя».
    package let noun: Localized
    package let fields: [Field]
    /// The field that holds the title of an entry in lists, of kind text or localized text.
    package let titleField: String
    package let window: Window
    package let order: Order
    package let rules: [Rule]
    /// True if each entry has a number beside its id, which never changes and is never reused.
    package let isNumbered: Bool
    /// True if a new entry is added at the bottom of its row, like the pages of a book, and not to the top.
    package let addsLast: Bool

    package init(
        _ name: String,
        singular: String,
        title: Localized,
        noun: Localized? = nil,
        titleField: String,
        window: Window = .none,
        order: Order = .manual(sharedWith: []),
        isNumbered: Bool = false,
        addsLast: Bool = false,
        rules: [Rule] = [],
        fields: [Field]
    ) {
        self.name = name
        self.singular = singular
        self.title = title
        self.noun = noun ?? Localized(singular, singular)
        self.titleField = titleField
        self.window = window
        self.order = order
        self.isNumbered = isNumbered
        self.addsLast = addsLast
        self.rules = rules
        self.fields = fields
    }

    package func field(_ name: String) -> Field? {
        fields.first { $0.name == name }
    }

    /// The types whose entries share a row with this type's, itself included, by name.
    package var row: [String] {
        switch order {
        case .manual(let others): Set(others + [name]).sorted()
        case .title: [name]
        }
    }

    package var filters: [Field] { fields.filter(\.isFilter) }
    package var stockField: Field? { fields.first(where: \.isStock) }
    package var slugField: Field? { fields.first { $0.kind == .slug } }
}

/// A namespace for the declaration of a content type: one such enum in one file.
package protocol ContentDeclaration: Sendable {
    static var type: ContentType { get }
}

/// A constraint between the fields of an entry to be published.
package struct Rule: Sendable {
    /// An error prevents the publication of an entry; a warning is only shown.
    package let level: Warning.Level
    /// The field beside which the fault is shown.
    package let field: String
    package let message: Localized
    package let holds: @Sendable (Body) -> Bool

    package init(
        _ field: String,
        _ message: Localized,
        level: Warning.Level = .fault,
        holds: @escaping @Sendable (Body) -> Bool
    ) {
        self.level = level
        self.field = field
        self.message = message
        self.holds = holds
    }
}
