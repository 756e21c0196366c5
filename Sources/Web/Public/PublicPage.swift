import Core
import FoundationEssentials

/// A plain page for a link from an app: a title and safe HTML, in light and dark.
package struct PublicPage: Sendable, Hashable {
    private let title: String
    private let html: String
    private let language: Language

    /// `html` is sanitized rich text, never input of a visitor.
    package init(_ title: String, html: String, language: Language) {
        (self.title, self.html, self.language) = (title, html, language)
    }

    /// A page with one sentence of plain text.
    package init(_ title: String, text: String, language: Language) {
        self.init(title, html: "<p>\(Self.escaped(text))</p>", language: language)
    }

    package func answer(status: Int = 200) -> PublicAnswer {
        let title = Self.escaped(title)
        let page = """
            <!doctype html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <h1>\(title)</h1>
            \(html)
            </body>
            </html>

            """
        return PublicAnswer(status: status, body: Array(page.utf8), form: .page)
    }

    /// Allows only the style sheet of these pages, and pictures; no scripts, and no embedding by other sites.
    static let policy =
        "default-src 'none'; img-src 'self' http: https:; style-src 'sha256-\(digest)'; frame-ancestors 'none'"

    private static let digest = Data(SHA256.digest(style.utf8)).base64EncodedString()

    private static let style = """
        :root{color-scheme:light dark}\
        body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:0 auto;padding:1.5rem 1rem 3rem;\
        overflow-wrap:anywhere}h1{font-size:1.5rem;line-height:1.25}img{max-width:100%;height:auto}\
        button,select{font:inherit;min-height:2.75rem;padding:0 1rem}
        """

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
