import Core
import Foundation
import Storage
import Testing

/// The forms of texts that the program makes without Foundation, compared with those of Foundation.
struct TextFormTests {
    private static let texts = [
        "", "plain", "Ёлка", "Е\u{308}лка", "и\u{306}од", "Å\u{212B}", "ﬁne ½ ① ℌ", "한국어",
        "\u{1112}\u{1161}\u{11AB}",
        "ẛ\u{323}", "e\u{301}\u{327}", "q\u{307}\u{323}", "👩‍👩‍👧", "ＡＢＣ", "Ǆ", "İı", "a\u{0}b\u{301}",
    ]

    @Test(arguments: texts)
    func `texts are composed and taken apart as Unicode says`(text: String) {
        #expect(
            Array(text.composed.unicodeScalars)
                == Array(text.precomposedStringWithCanonicalMapping.unicodeScalars)
        )
        #expect(
            Array(text.compatibilityDecomposed.unicodeScalars)
                == Array(text.decomposedStringWithCompatibilityMapping.unicodeScalars)
        )
    }

    @Test(arguments: [
        "", "plain", "%D0%AF", "a%20b", "100%", "%2", "%zz", "%", "%%41", "%FF", "%D0", "Я%41", "+", "%00",
        "%c3%a9", "\u{1F600}%21",
    ])
    func `percent signs are decoded as by Foundation`(text: String) {
        #expect(text.percentDecoded == text.removingPercentEncoding)
    }

    @Test(arguments: ["", " ", "a", " a ", "\t a b\r\n", "\u{A0}a\u{2003}", "\u{301}a ", "\r\n"])
    func `white space at the ends is dropped`(text: String) {
        #expect(text.trimmed == text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    @Test(arguments: [
        ("https://кафе.рф/меню?q=суп#я", true), ("https://example.org:8080/a", true), ("мимо", true),
        ("https://a b", false), ("https://[", false),
    ])
    func `an address may have letters of any script`(text: String, isRead: Bool) {
        let parts = URLComponents(anyScript: text)

        #expect((parts != nil) == isRead)
        #expect(parts?.host?.isEmpty == nil || parts?.scheme == "https")
    }

    @Test(arguments: [
        ("0", 0, 0), ("1.50", 1, 1), ("-2.25", 2, -2), ("12345678901", 0, 12_345_678_901), ("1e3", 0, 1000),
        ("0.001", 3, 0),
    ])
    func `a decimal knows its digits`(text: String, digits: Int, whole: Int64) throws {
        let number = try #require(Decimal(string: text))

        #expect(number.fractionDigits == digits)
        #expect(number.isWhole == (digits == 0))
        #expect(number.wholePart == whole)
    }

    @Test func `a decimal beyond 64 bits has no whole part`() throws {
        #expect(try #require(Decimal(string: "9223372036854775808")).wholePart == nil)
        #expect(Decimal.nan.wholePart == nil)
    }
}
