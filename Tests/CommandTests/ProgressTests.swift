import Core
import Storage
import Testing

@testable import vitrina

struct ProgressTests {
    private func shown(isTerminal: Bool, _ body: (Progress, _ pass: (Duration) -> Void) -> Void) -> [String] {
        let start = ContinuousClock.now
        let (moment, texts) = (Locked(start), Locked([String]()))
        let progress = Progress("Offers", isTerminal: isTerminal, now: { moment.value }) { text in
            texts.update { $0.append(text) }
        }
        body(progress) { duration in moment.update { $0 += duration } }
        return texts.value
    }

    @Test func `a terminal shows a bar after half a second, and takes it away`() {
        let shown = shown(isTerminal: true) { progress, pass in
            progress.show(1, of: 10)
            pass(.milliseconds(600))
            progress.show(5, of: 10, "checking")
            progress.show(6, of: 10)
            pass(.milliseconds(200))
            progress.show(7, of: nil)
            progress.end()
            progress.end()
        }

        #expect(
            shown == [
                "\rOffers, checking ████████████░░░░░░░░░░░░ 50% 5/10\u{1B}[K", "\rOffers: 7\u{1B}[K",
                "\r\u{1B}[K",
            ]
        )
    }

    @Test func `a log gets a line now and then, and quick work none`() {
        let shown = shown(isTerminal: false) { progress, pass in
            for done in 1...30 {
                pass(.seconds(1))
                progress.show(done, of: 30)
            }
            progress.end()
        }

        #expect(shown == ["Offers: 10/30\n", "Offers: 20/30\n", "Offers: 30/30\n"])
        #expect(self.shown(isTerminal: true) { progress, _ in progress.show(1, of: 1) }.isEmpty)
    }
}
