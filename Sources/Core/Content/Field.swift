/// One field of a content type, which an editor fills in and an app reads.
///
/// The order of a type's fields is the order of its form.
package struct Field: Sendable, Hashable {
    package indirect enum Kind: Sendable, Hashable {
        /// Plain text in one language: a name, a code.
        case text(lengthMax: Int)
        /// Plain text in every language; the standard one is mandatory and is the fallback on reading.
        case localizedText(lengthMax: Int, isMultiline: Bool = false)
        /// A safe subset of HTML in every language, sanitised on write.
        case richText
        case integer(ClosedRange<Int64>)
        /// An exact number with at most `fractionDigits` digits after the point, stored as text.
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
        /// `+` and 10 to 15 digits; formatting is removed.
        case phone
        case image
        case images
        case file
        case reference(to: String)
        case references(to: String)
        /// Loyalty points, never negative.
        case points
        /// Rows with a typed cell in each column, in an order by hand.
        case table([Column], rowsMax: Int)
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
    /// True if lists in the console and on the command line can be filtered by this field.
    package private(set) var isFilter = false
    /// True if a change reaches apps at once, bypassing the draft: a switch on the home screen.
    package private(set) var isImmediate = false
    /// True if an entry should not be shown while the target of this reference is hidden.
    package private(set) var expectsLive = false
    /// True if the entry is a part of its target here: it is trashed and restored with it.
    package private(set) var isPart = false
    /// The weight of the field's words in a search; nil if they are not indexed.
    package private(set) var searchWeight: SearchWeight?
    /// True for the stock of an entry, which can never be published lower than the number taken.
    package private(set) var isStock = false
    /// The least pixels of a picture; a smaller one, or one of another orientation, gets a warning.
    package private(set) var pixelsMin: PixelSize?
    /// The value of the field in a new entry.
    package private(set) var initial: JSON?
    /// The text field from which a slug is made unless somebody types one, by its name.
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

    /// A bool that is false until it is switched on, at once and bypassing the draft.
    package static func flag(_ name: String, _ title: Localized) -> Field {
        Field(name, .bool, title).filter().initially(.bool(false)).with { $0.isImmediate = true }
    }

    private func with(_ change: (inout Field) -> Void) -> Field {
        var field = self
        change(&field)
        return field
    }
}
