/// One thing that an editor fills in and an app reads.
///
/// The order of a type's fields is the order of its form.
package struct Field: Sendable, Hashable {
    package indirect enum Kind: Sendable, Hashable {
        /// Plain text in one language: a name, a code.
        case text(lengthMax: Int)
        /// Plain text in every language; the standard one is mandatory, a read falls back to it.
        case localizedText(lengthMax: Int, isMultiline: Bool = false)
        /// A safe subset of HTML in every language, sanitised on write.
        case richText
        case integer(ClosedRange<Int64>)
        /// An exact number with at most `fractionDigits` digits after the point, kept as text.
        case decimal(ClosedRange<Int64>, fractionDigits: Int)
        case bool
        case choice([Choice])
        /// A day without a time, `2024-05-13`.
        case date
        case timestamp
        /// Lower-case Latin words joined by hyphens; unique within the type.
        case slug
        /// An absolute http or https address.
        case url
        /// `+` and 10 to 15 digits; a mask is taken off.
        case phone
        case image
        case images
        case file
        case reference(to: String)
        case references(to: String)
        /// Loyalty points, never negative.
        case points
    }

    package struct Choice: Sendable, Hashable {
        package let name: String
        package let title: Localized

        package init(_ name: String, _ title: Localized) {
            self.name = name
            self.title = title
        }
    }

    package let name: String
    package let kind: Kind
    package let title: Localized
    package private(set) var help: Localized?
    package private(set) var isOptional = false
    /// The admin list and the command line can ask for contents by this field.
    package private(set) var isFilter = false
    /// A change of it reaches the app at once, past the draft: a switch on the home screen.
    package private(set) var isImmediate = false
    /// A content is shown in vain, or in part, while what it refers to here is not shown.
    package private(set) var expectsLive = false
    /// The content is a part of what it refers to here: it goes to the trash and comes back with it.
    package private(set) var isPart = false
    /// What its words count in a search; nil where they are not looked at.
    package private(set) var searchWeight: SearchWeight?
    /// How many of a content there are; no fewer can be published than have been taken.
    package private(set) var isStock = false
    /// A picture with fewer pixels, or of another shape, is shown and yet probably not as it is meant.
    package private(set) var pixelsMin: PixelSize?
    /// What a new content holds before anybody fills the field in.
    package private(set) var initial: JSON?
    /// The field of texts that a slug is made of while nobody types one, by its name.
    package private(set) var source: String?

    package init(_ name: String, _ kind: Kind, _ title: Localized) {
        self.name = name
        self.kind = kind
        self.title = title
    }

    package func optional() -> Field { with { $0.isOptional = true } }
    package func filter() -> Field { with { $0.isFilter = true } }
    package func expectingLive() -> Field { with { $0.expectsLive = true } }
    package func part() -> Field { with { $0.isPart = true } }
    package func stock() -> Field { with { $0.isStock = true } }
    package func searchable(_ weight: SearchWeight = .text) -> Field { with { $0.searchWeight = weight } }
    package func made(of source: String) -> Field { with { $0.source = source } }
    package func initially(_ value: JSON) -> Field { with { $0.initial = value } }
    package func expecting(width: Int, height: Int) -> Field {
        with { $0.pixelsMin = PixelSize(width: width, height: height) }
    }
    package func help(_ text: Localized) -> Field { with { $0.help = text } }

    /// A bool that is false until somebody switches it on, at once and past any draft.
    package static func flag(_ name: String, _ title: Localized) -> Field {
        Field(name, .bool, title).filter().initially(.bool(false)).with { $0.isImmediate = true }
    }

    private func with(_ change: (inout Field) -> Void) -> Field {
        var field = self
        change(&field)
        return field
    }
}
