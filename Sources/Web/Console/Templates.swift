import Core
import Storage

/// The templates of the console, parsed once in each language.
///
/// A template contains its texts as pairs, `[[Войти|Sign in]]`, so that none can exist in one language only.
package struct Templates: Sendable {
    /// A faulty template, reported at the start of the program.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    private let libraries: [Language: Lazy<[String: Template], any Error>]

    /// Takes those of the files that are templates; names are unique over all targets.
    ///
    /// The templates of a language are parsed on first use: most commands, and most tests, render none.
    package init(_ files: [String: String]) {
        let files = files.filter { $0.key.hasSuffix(Self.suffix) }
        libraries = Language.allCases.reduce(into: [:]) { libraries, language in
            libraries[language] = Lazy { try Self.library(files, in: language) }
        }
    }

    /// Parses all templates now; throws a `Fault` if one cannot be parsed.
    package func prepare() throws {
        for library in libraries.values { _ = try library.get() }
    }

    private static func library(
        _ files: [String: String],
        in language: Language
    ) throws -> [String: Template] {
        var library: [String: Template] = [:]
        for (name, text) in files {
            let name = String(name.dropLast(suffix.count))
            do {
                library[name] = try TemplateParser.parse(Self.text(text, in: language))
            } catch {
                throw Fault(description: "The template \(name) cannot be read: \(error)")
            }
        }
        for (name, template) in library {
            for partial in template.partials where library[partial] == nil {
                throw Fault(description: "The template \(name) holds one that is not there: \(partial).")
            }
        }
        return library
    }

    private static let suffix = ".mustache"

    /// Renders a template; throws if there is none with this name.
    package func render(_ name: String, _ context: JSON, in language: Language) throws -> String {
        guard let library = try libraries[language]?.get(), library[name] != nil else {
            throw Fault(description: "There is no template \(name).")
        }
        var writer = TemplateWriter(library, context)
        writer.write(name)
        return writer.text
    }

    /// The template with its pairs of texts in one language.
    package static func text(_ template: String, in language: Language) throws(Fault) -> String {
        var text = ""
        var rest = template[...]
        while let (before, after) = rest.halves(at: "[") {
            guard let (pair, following) = after.halves(at: "]") else {
                throw Fault(description: "[[ without ]]: \(after.prefix(40))")
            }
            let parts = pair.split(separator: "|", omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                throw Fault(description: "not [[по-русски|English]]: \(pair)")
            }
            text += before
            switch language {
            case .ru: text += parts[0]
            case .en: text += parts[1]
            }
            rest = following
        }
        return text + rest
    }
}
