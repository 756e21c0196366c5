import Core

/// A text with placeholders for the members of a `JSON`: the subset of Mustache that pages need.
///
/// `{{name}}` and `{{a.b}}` are escaped, `{{{html}}}` is not; `{{#name}}…{{/name}}` is rendered for each element of an
/// array and for any value that is not empty, `{{^name}}…{{/name}}` otherwise; `{{> name}}` is another template, and
/// `{{> *name}}` the one that a member names. Names are looked up from the inside out. Other implementations inspect
/// every value by reflection, which takes most of the time of a page.
struct Template: Sendable {
    /// The path of a value; empty for the current one.
    typealias Path = [String]

    indirect enum Part: Sendable {
        case text(String)
        case value(Path)
        case html(Path)
        case section(Path, [Part])
        case otherwise(Path, [Part])
        case partial(String)
        case named(Path)
    }

    let parts: [Part]

    /// The templates that this one always includes.
    var partials: [String] { Self.partials(of: parts) }

    private static func partials(of parts: [Part]) -> [String] {
        parts.flatMap { part -> [String] in
            switch part {
            case .partial(let name): [name]
            case .section(_, let parts), .otherwise(_, let parts): partials(of: parts)
            case .text, .value, .html, .named: []
            }
        }
    }
}
