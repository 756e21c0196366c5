import Core
import HTTPTypes
import NIOCore
import Storage

/// A cached public response as bytes.
package struct Answer: Sendable {
    let status: HTTPResponse.Status
    let form: PublicAnswer.Form
    let body: ByteBuffer
    /// The compressed body; nil if compression would not save anything.
    let gzip: ByteBuffer?
    let etag: String
    /// The moment from which the response may differ; nil if there is none.
    let validUntil: Timestamp?
    /// True if it is for one person alone.
    let isPersonal: Bool
    /// The search to be counted.
    let search: HeardSearch?
    let counted: DayCount?

    init(_ answer: PublicAnswer, validUntil: Timestamp?, isPersonal: Bool = false) {
        status = HTTPResponse.Status(code: answer.status)
        form = answer.form
        body = ByteBuffer(bytes: answer.body)
        gzip = Gzip.compressed(answer.body).map { ByteBuffer(bytes: $0) }
        etag = String(SHA256.hex(answer.body).prefix(32))
        self.validUntil = [validUntil, answer.validUntil].compactMap { $0 }.min()
        self.isPersonal = isPersonal
        search = answer.search
        counted = answer.counted
    }

    /// Counts that the response was sent.
    func note(in services: (searches: SearchTally, counts: DailyCounter)) {
        if let search { services.searches.note(search) }
        if let counted { services.counts.note(counted) }
    }

    var size: Int { body.readableBytes + (gzip?.readableBytes ?? 0) + 512 }

    /// The response to a request with these headers: the whole body, or 304.
    func response(to headers: HTTPFields) -> (head: HTTPResponse, body: ByteBuffer) {
        let isCompressed = gzip != nil && headers[.acceptEncoding]?.contains("gzip") == true
        let body = (isCompressed ? gzip : nil) ?? self.body
        var fields: HTTPFields = [
            .eTag: isCompressed ? "\"\(etag)-gz\"" : "\"\(etag)\"",
            .cacheControl: isPersonal ? "private, no-cache" : "no-cache",
            .vary: "Accept-Language, Accept-Encoding",
            .accessControlAllowOrigin: "*",
            .xContentTypeOptions: "nosniff",
            .crossOriginResourcePolicy: "cross-origin",
        ]
        if let known = headers[.ifNoneMatch], known.contains(etag) || known == "*" {
            return (HTTPResponse(status: .notModified, headerFields: fields), ByteBuffer())
        }
        fields[.contentType] = form.rawValue
        if form == .page { fields[.contentSecurityPolicy] = PublicPage.policy }
        if isCompressed { fields[.contentEncoding] = "gzip" }
        fields[.contentLength] = String(body.readableBytes)
        return (HTTPResponse(status: status, headerFields: fields), body)
    }
}

/// The cached public responses for the present live state; the oldest are evicted first.
package final class Answers: Sendable {
    private static let answersSizeMax = 32 << 20
    private static let answerSizeMax = 4 << 20

    struct Key: Hashable, Sendable {
        /// The path and the query as received.
        let target: String
        let baseURL: String
        let language: Language
    }

    private struct Table {
        var generation = 0
        var answers: [Key: Answer] = [:]
        var order: [Key] = []
        var size = 0
    }

    private let table = Locked(Table())

    package init() {}

    subscript(key: Key, now: Timestamp) -> Answer? {
        guard let answer = table.update({ $0.answers[key] }) else { return nil }
        if let until = answer.validUntil, until <= now { return nil }
        return answer
    }

    /// Caches a response made from the live state of a generation, unless there is a newer state.
    func keep(_ answer: Answer, for key: Key, generation: Int) {
        guard answer.size <= Answers.answerSizeMax else { return }
        table.update { table in
            guard generation == table.generation else { return }
            if let old = table.answers.updateValue(answer, forKey: key) {
                table.size -= old.size
            } else {
                table.order.append(key)
            }
            table.size += answer.size
            guard table.size > Answers.answersSizeMax else { return }
            // A quarter is evicted at once, so that the array is not shifted for every response.
            let oldest = table.order.prefix(max(1, table.order.count / 4))
            for key in oldest { table.size -= table.answers.removeValue(forKey: key)?.size ?? 0 }
            table.order.removeFirst(oldest.count)
        }
    }

    /// Drops responses made from older states than this generation.
    func forget(before generation: Int) {
        table.update { table in
            guard generation > table.generation else { return }
            table = Table(generation: generation)
        }
    }
}
