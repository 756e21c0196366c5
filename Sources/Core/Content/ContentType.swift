/// A kind of content, declared once, as data; everything else is a function of this value.
package struct ContentType: Sendable {
    /// When an app sees a content of this type.
    package enum Window: Sendable, Hashable {
        /// From its publication until it is taken back.
        case none
        /// From `live_from` to `live_until`, borders included; either may be left open where its flag says so.
        case between(from: Localized, isFromOptional: Bool, until: Localized, isUntilOptional: Bool)
    }

    /// How lists are ordered where nobody asks otherwise.
    package enum Order: Sendable, Hashable {
        /// By hand; these types share their places, so that their contents can stand in one row.
        case manual(sharedWith: [String])
        /// By the title, as a dictionary has it.
        case title
    }

    package let name: String
    /// What one content of the type is called on the command line and in problems: `offer`.
    package let singular: String
    package let title: Localized
    /// One content of the type, as a line in a list says it: «акция · до 28 ноя».
    package let noun: Localized
    package let fields: [Field]
    /// The field that names a content in lists, of kind text or localized text.
    package let titleField: String
    package let window: Window
    package let order: Order
    package let rules: [Rule]
    /// Each content has a number beside its id, for apps that want one: it never changes and never comes again.
    package let isNumbered: Bool
    /// A new content stands below the others of its row, as the pages of a book do, and not on top.
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

    /// The types whose contents stand in one row with this type's, itself included, by name.
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

/// The home of a content type's declaration: one such enum, one file.
package protocol ContentDeclaration: Sendable {
    static var type: ContentType { get }
}

/// What must hold between the fields of a content that is published, or should.
package struct Rule: Sendable {
    /// A fault keeps a content from being published; a warning only stands beside it.
    package let level: Warning.Level
    /// The field that the fault is shown at.
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
