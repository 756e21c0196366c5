import Core
import NIOCore
import Storage

/// The answers to first pages by the bytes of their requests, as long as a catalogue is the same.
final class FilterAnswers: Sendable {
    private static let answersMax = 64
    private static let bodySizeMax = 2 << 10
    private static let answerSizeMax = 128 << 10

    struct Key: Hashable, Sendable {
        let body: [UInt8]
        let baseURL: String
        let language: Language
        /// The end of the slider of prices, in rubles: a setting, so it may change while the cruises do not.
        let priceLimit: Int64
    }

    struct Answer: Sendable {
        let bytes: ByteBuffer
        let search: CruiseSearch
        /// The time of the next departure; nil if there is none.
        let validUntil: Timestamp?
    }

    private let answers = Locked<[Key: Answer]>([:])

    subscript(key: Key, now: Timestamp) -> Answer? {
        guard let answer = answers.update({ $0[key] }) else { return nil }
        return answer.validUntil.map { now < $0 } ?? true ? answer : nil
    }

    /// All answers make room for one above the number, since apps mostly send the same few requests.
    func keep(_ answer: Answer, for key: Key) {
        guard key.body.count <= Self.bodySizeMax, answer.bytes.readableBytes <= Self.answerSizeMax else {
            return
        }
        answers.update { answers in
            if answers.count >= Self.answersMax { answers.removeAll(keepingCapacity: true) }
            answers[key] = answer
        }
    }
}
