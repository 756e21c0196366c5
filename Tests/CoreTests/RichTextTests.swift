import Core
import Testing

struct RichTextTests {
    @Test(arguments: [
        ("", ""),
        ("   \n ", ""),
        ("one\n\ntwo\nlines", "<p>one</p><p>two<br>lines</p>"),
        ("Tom & Jerry < 3", "<p>Tom &amp; Jerry &lt; 3</p>"),
        ("<p>a</p>", "<p>a</p>"),
        ("<b>a</b> <i>b</i>", "<p><strong>a</strong> <em>b</em></p>"),
        ("<h1>a</h1><h3>b</h3><h5>c</h5>", "<h2>a</h2><h3>b</h3><p>c</p>"),
        ("<div>a<div>b</div>c</div>", "<p>a</p><p>b</p><p>c</p>"),
        ("<span style='color:red'>a</span>", "<p>a</p>"),
        ("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
        ("<ul><li>a<ol><li>b</ol></ul>", "<ul><li>a<ol><li>b</li></ol></li></ul>"),
        ("<ul>a<li>b</ul>c", "<ul><li>a</li><li>b</li></ul><p>c</p>"),
        ("<li>a", "<p>a</p>"),
        ("<ul><li>a<p>b</p>c</ul>", "<ul><li>a<p>b</p>c</li></ul>"),
        ("<ul><li>a<div></div>b</ul>", "<ul><li>a<p>b</p></li></ul>"),
        ("<blockquote>a</blockquote>", "<blockquote><p>a</p></blockquote>"),
        ("a<hr>b", "<p>a</p><hr><p>b</p>"),
        ("<p>a<br>b<br></p>", "<p>a<br>b</p>"),
        ("<p> a \n b </p>", "<p>a b</p>"),
        ("<p>a&nbsp;b</p>", "<p>a\u{A0}b</p>"),
        ("<p></p><ul></ul><p><b> </b></p>", ""),
        ("<b>a</b><strong>b</strong>", "<p><strong>ab</strong></p>"),
        ("<i><b>a</b></i>", "<p><strong><em>a</em></strong></p>"),
        ("<table><tr><td>a<td>b<tr><td>c</table>", "<p>a b</p><p>c</p>"),
        ("<p>&lt;b&gt;&quot;&amp;amp;</p>", "<p>&lt;b&gt;&quot;&amp;amp;</p>"),
        ("<p>ж😀&#x416;</p>", "<p>ж😀Ж</p>"),
    ])
    func `markup comes out in one form`(html: String, expected: String) {
        #expect(RichText.sanitized(html) == expected)
        #expect(RichText.sanitized(expected) == expected)
    }

    @Test(arguments: [
        ("https://a.example/?b=1&c=2", "https://a.example/?b=1&amp;c=2"),
        ("HTTPS://a.example/", "https://a.example/"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("tel:+79991234567", "tel:+79991234567"),
        ("&#104;ttps://a.example/", "https://a.example/"),
        (" https://a.example/b c ", "https://a.example/b%20c"),
        ("ht&#9;tps://a.example/&#10;", "https://a.example/"),
    ])
    func `a link keeps its address`(href: String, kept: String) {
        let expected = "<p><a href=\"\(kept)\" rel=\"noopener nofollow\">x</a></p>"
        #expect(RichText.sanitized("<a class=b href=\"\(href)\" target=_top>x</a>") == expected)
        #expect(RichText.sanitized(expected) == expected)
    }

    @Test(arguments: [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", " \u{1}javascript:alert(1)", "java\tscript:alert(1)",
        "java&#10;script:alert(1)", "&#106;avascript:alert(1)", "&#x6A&#x61vascript&colon;alert(1)",
        "java&Tab;script:alert(1)", "java\0script:alert(1)", "vbscript:msgbox(1)", "data:text/html,<script>",
        "//evil.example", "/path", "#anchor", "https:evil.example", "https:/evil.example",
        "https:///evil.example",
        "https:\\\\evil.example", "file:///etc/passwd", "blob:https://a.example/1",
        "view-source:https://a.example",
        "feed:javascript:alert(1)", "\u{85}javascript:alert(1)", "https", "https:", "mailto:", "",
    ])
    func `a link to anywhere else is text`(href: String) {
        #expect(RichText.sanitized("<a href=\"\(href)\">x</a>") == "<p>x</p>")
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "<SCRIPT SRC=//x.example/x.js></SCRIPT>",
        "<scr\0ipt>alert(1)</scr\0ipt>",
        "<scr<script>ipt>alert(1)</script>", "<script\u{0C}x>alert(1)</script>",
        "<script/x>alert(1)</script >",
        "<img src=x onerror=alert(1)>", "<img/src=x/onerror=alert(1)>", "<img src=`x`onerror=alert(1)>",
        "<svg onload=alert(1)>", "<svg><script>alert(1)</script></svg>",
        "<svg><a xlink:href=javascript:alert(1)>x</a>",
        "<svg><style><img src=x onerror=alert(1)></style>",
        "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img onerror=alert(1)&gt;\">",
        "<math><mi//xlink:href=\"data:x,<script>alert(1)</script>\">",
        "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
        "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
        "<textarea><p title=\"</textarea><img src=x onerror=alert(1)>\">",
        "<title><p title=\"</title><img src=x onerror=alert(1)>\">",
        "<style><p title=\"</style><img src=x onerror=alert(1)>\">",
        "<template><img src=x onerror=alert(1)></template>",
        "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>",
        "<iframe><p title=\"</iframe><img src=x onerror=alert(1)>\">",
        "<object data=x><param name=y></object>",
        "<embed src=javascript:alert(1)>", "<applet code=x>", "<base href=javascript:/a//>",
        "<meta http-equiv=refresh content=\"0;url=javascript:alert(1)\">", "<link rel=stylesheet href=x>",
        "<body onload=alert(1)>x", "<p onclick=alert(1) style=\"background:url(javascript:alert(1))\">x</p>",
        "<details open ontoggle=alert(1)>x</details>", "<video><source onerror=alert(1)></video>",
        "<!--><img src=x onerror=alert(1)>-->", "<!--[if IE]><script>alert(1)</script><![endif]-->",
        "<![CDATA[<img src=x onerror=alert(1)>]]>",
        "<!DOCTYPE x [<!ENTITY y SYSTEM \"file:///etc/passwd\">]>&y;",
        "<?xml version=\"1.0\"?><?php echo 1 ?>x", "</p><img src=x onerror=alert(1)>", "<a href=\"x\"\"><b>x",
        "<p title='\"><script>alert(1)</script>'>x",
        "<x:script xmlns:x=\"http://www.w3.org/1999/xhtml\">alert(1)",
        "<xmp><p title=\"</xmp><img src=x onerror=alert(1)>\">", "<plaintext><script>alert(1)</script>",
        "<select><style></select><img src=x onerror=alert(1)></style>",
        "<isindex action=javascript:alert(1)>",
        "<b/onmouseover=alert(1)>x</b>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
        "<<script>alert(1);//<</script>",
        "<meta charset=utf-7>+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
        "<p id=x name=y class=z data-a=b>x</p>",
        "<a href=\"https://x.example/\" onclick=alert(1) style=x>x</a>",
        "<b><p><i></b><ul></i><li></p><a></ul>x",
        "<a href=https://x.example/><a href=https://y.example/>x", "<table><a href=https://x.example/>y<tr>z",
        "\u{FEFF}<p>\u{FFFE}\u{FFFF}x</p>", "<p>&#0;&#1;&#128;&#xD800;&#x110000;&#xFFFE;x</p>",
    ])
    func `nothing that acts comes through`(html: String) {
        let safe = RichText.sanitized(html)
        #expect(faults(in: safe) == [])
        #expect(RichText.sanitized(safe) == safe)
    }

    @Test(arguments: [
        "script", "style", "svg", "math", "iframe", "template", "textarea", "title", "noscript",
    ])
    func `what is no text for people goes with its element`(name: String) {
        let text = RichText.plain("<p>a<\(name)>hidden</\(name)>b</p>")
        #expect(text.replacing("\n", with: "") == "ab")
    }

    @Test(arguments: [
        ("<", 100_000), ("<a", 50_000), ("</", 50_000), ("<!--", 25_000), ("&", 100_000), ("<b>", 33_000),
        ("<div>", 20_000), ("<ul><li>", 12_000), ("<blockquote>", 8_000), ("<table><tr><td>", 6_000),
        ("<b></i>", 14_000), ("<svg>", 20_000), ("<p>a", 25_000),
    ])
    func `a text made to hurt does no harm`(part: String, count: Int) {
        let safe = RichText.sanitized(String(repeating: part, count: count) + "end")
        #expect(faults(in: safe) == [])
        #expect(RichText.sanitized(safe) == safe)
    }

    @Test func `text below a nesting too deep is kept`() {
        let html = String(repeating: "<div><b>", count: 5_000) + "deep"
        #expect(RichText.plain(html) == "deep")
    }

    @Test func `whatever comes in, only allowed markup comes out, and only once`() {
        var generator = Seeded(state: 20_241_121)
        for _ in 0..<2_000 {
            let parts = (0..<Int.random(in: 1...25, using: &generator)).compactMap { _ in
                Self.fragments.randomElement(using: &generator)
            }
            let html = parts.joined()
            let safe = RichText.sanitized(html)
            #expect(faults(in: safe) == [], "from \(html)")
            #expect(RichText.sanitized(safe) == safe, "from \(html)")
            #expect(RichText.plain(safe) == RichText.plain(html), "from \(html)")
        }
    }

    @Test func `the plain form has one line for each block`() {
        let html = "<h2>A &amp; B</h2><p>one<br>two</p><ul><li>three</li><li>four<p>five</p></li></ul><hr>"
        #expect(RichText.plain(html) == "A & B\none\ntwo\nthree\nfour\nfive")
        #expect(RichText.plain("just text &amp; more") == "just text & more")
    }

    private static let fragments = [
        "<p>", "</p>", "<b>", "</b>", "<i>", "</i>", "<u>", "<s>", "<ul>", "</ul>", "<ol>", "</ol>", "<li>",
        "</li>",
        "<a href=\"https://a.example/?x=1&amp;y\">", "<a href='javascript:1'>", "<a href=tel:1>", "</a>",
        "<h1>",
        "<h2>", "</h2>", "<h4>", "</h4>", "<blockquote>", "</blockquote>", "<br>", "<hr>", "<div>", "</div>",
        "<span>",
        "</span>", "<table>", "<tr>", "<td>", "</td>", "</table>", "<svg>", "</svg>", "<script>", "</script>",
        "<style>",
        "</style>", "<!--", "-->", "<![CDATA[", "]]>", "<?x", "?>", "<!DOCTYPE html>", "<html>", "<head>",
        "<body>",
        "</body>", "</html>", "<title>", "</title>", "<form>", "</form>", "<dl>", "<dt>", "<dd>", "<pre>",
        "</pre>",
        "<select>", "<option>", "<img src=x>", "<input>", "<center>", "<font>", "</font>", "<x-root>",
        "</x-root>",
        "<", ">", "\"", "'", "&", "&amp;", "&lt;", "&nbsp;", "&#10;", "&#128;", "&bogus;", "=", "/", "\0",
        "\u{85}", "\u{A0}",
        " ", "\n", "\n\n", "\r", "\t", "a", "text", "ж", "😀", "\u{FEFF}", "\u{202E}", "e\u{301}",
    ]
}

/// Parses the output strictly, and returns its faults.
private func faults(in html: String) -> [String] {
    var faults: [String] = []
    var open: [Substring] = []
    var rest = html[...]
    while let start = rest.firstIndex(of: "<") {
        faults += textFaults(rest[..<start])
        guard let end = rest[start...].firstIndex(of: ">") else { return faults + ["an open tag"] }
        let tag = rest[rest.index(after: start)..<end]
        rest = rest[rest.index(after: end)...]
        if tag.hasPrefix("/") {
            if open.popLast() != tag.dropFirst() { faults.append("</\(tag.dropFirst())> closes nothing") }
            continue
        }
        let name = tag.prefix { $0 != " " }
        faults += tagFaults(tag, name, within: open.last)
        if name != "br" && name != "hr" { open.append(name) }
    }
    if !open.isEmpty { faults.append("\(open) is not closed") }
    return faults + textFaults(rest)
}

private func tagFaults(_ tag: Substring, _ name: Substring, within parent: Substring?) -> [String] {
    let inline: Set<Substring> = ["strong", "em", "u", "s", "a", "br"]
    let blocks: Set<Substring> = ["p", "h2", "h3", "h4", "ul", "ol", "blockquote", "hr"]
    let isInPlace =
        switch parent {
        case nil, "blockquote": blocks.contains(name)
        case "ul", "ol": name == "li"
        case "li": blocks.contains(name) || inline.contains(name)
        case _: inline.contains(name)
        }
    let isPlain = tag == name
    let isLink =
        name == "a"
        && tag.wholeMatch(of: #/a href="(https?://|mailto:|tel:)[^"<>]+" rel="noopener nofollow"/#) != nil
    return (isInPlace ? [] : ["<\(name)> in \(parent ?? "nothing")"])
        + (isPlain && name != "a" || isLink ? [] : ["<\(tag)>"])
}

private func textFaults(_ text: Substring) -> [String] {
    let isControl = text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    let bare = text.replacing(#/&(amp|lt|gt|quot);/#, with: "")
    return bare.contains("&") || bare.contains(">") || bare.contains("\"") || isControl
        ? ["the text \(text)"] : []
}

/// SplitMix64, so that a failure can be repeated.
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
