import Core
@testable import Flags
import TestSupport
import Testing

struct ConditionFuzzTests {
    @Test func `what is written is read as the same`() throws {
        var random = Fuzz.random(5)
        for _ in 0..<Fuzz.rounds(3_000) {
            let text = random.expression()
            let expression = try ConditionExpression(parsing: text)
            let again = try ConditionExpression(parsing: expression.text)
            let context = random.context()

            #expect(again == expression, "\(text)")
            #expect(again.text == expression.text)
            #expect(again.holds(in: context) == expression.holds(in: context))
            #expect(expression.clauses(in: context).allSatisfy(\.holds) == expression.holds(in: context))
        }
    }

    @Test func `no text ends the parser`() {
        var random = Fuzz.random(11)
        let pieces =
            Array("'\"\\()[]{}<>=!&|.,-0919eE \n\r\t_aж😀\u{301}\u{0}").map(String.init) + [
                "true", "app.", "version", "percent", " between ", " and ", "dateTime", "&&",
                "99999999999999999999", "['",
                "'])", "in", "(?i)", "\\p{", "*", "{1000}", "^",
            ]
        var read = 0
        for _ in 0..<Fuzz.rounds(20_000) {
            var scalars = Array(random.expression().unicodeScalars)
            for _ in 0...random.below(3) {
                let place = random.below(scalars.count)
                let end = min(scalars.count, place + random.below(4))
                let piece = random.below(3) == 0 ? "" : random.pick(pieces)
                scalars.replaceSubrange(min(place, end)..<end, with: piece.unicodeScalars)
            }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)

            do throws(ConditionFault) {
                let expression = try ConditionExpression(parsing: String(text))
                read += 1
                _ = expression.holds(in: random.context())
                #expect((try? ConditionExpression(parsing: expression.text)) == expression, "\(String(text))")
            } catch {
                #expect(
                    error.range.lowerBound >= 0 && error.range.upperBound <= scalars.count,
                    "\(String(text))"
                )
            }
        }
        #expect(read > 500)
    }

    @Test func `no pattern ends the reader of patterns`() {
        var random = Fuzz.random(23)
        let pieces = [
            "a", "b", "ж", ".", "*", "+", "?", "|", "(", ")", "(?:", "(?i)", "[", "]", "^", "$", "-", "\\d",
            "\\pL", "\\p{",
            "}", "{2,3}", "{0}", "{1000}", "\\b", "\\Q", "\\E", "\\x4", "\\x{", "\\1", "[:alpha:]", "\\",
            "(?P<n>", ",", "0",
        ]
        var read = 0
        for _ in 0..<Fuzz.rounds(20_000) {
            let pattern = (0...random.below(10)).map { _ in random.pick(pieces) }.joined()
            let count = pattern.unicodeScalars.count

            do throws(ConditionFault) {
                let regex = try LinearRegex(pattern)
                read += 1
                let (_, steps) = regex.search("aabж-0 b\nAB")
                #expect(steps <= 13 * regex.states * 4, "\(pattern)")
            } catch {
                #expect(error.range.lowerBound >= 0 && error.range.upperBound <= count, "\(pattern)")
            }
        }
        #expect(read > 1_000)
    }
}
