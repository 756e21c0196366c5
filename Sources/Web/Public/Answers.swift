import Core
import HTTPTypes
import NIOCore
import Storage

/// A public answer as bytes, ready to be sent again.
package struct Answer: Sendable {
    let status: HTTPResponse.Status
    let form: PublicAnswer.Form
    let body: ByteBuffer
    /// The same, compressed; nil where that would not save anything.
    let gzip: ByteBuffer?
    let etag: String
    /// After this moment a window of time has opened or closed; nil where none will.
    let validUntil: Timestamp?
    /// For one person alone.
    let isPersonal: Bool
    /// What was searched for.
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

    /// Counts that it was sent.
    func note(in services: (searches: SearchTally, counts: DailyCounter)) {
        if let search { services.searches.note(search) }
        if let counted { services.counts.note(counted) }
    }

    var size: Int { body.readableBytes + (gzip?.readableBytes ?? 0) + 512 }

    /// What to send to who asks with these headers: all of it, or only that nothing has changed.
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

/// The public answers of the present live state, oldest out first.
package final class Answers: Sendable {
    private static let answersSizeMax = 32 << 20
    private static let answerSizeMax = 4 << 20

    struct Key: Hashable, Sendable {
        /// Path and query as they came.
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

    /// Keeps an answer that was made from the live state of a generation, unless there is a newer state.
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
            // A quarter goes at once, so that the order is not shifted for every single answer.
            let oldest = table.order.prefix(max(1, table.order.count / 4))
            for key in oldest { table.size -= table.answers.removeValue(forKey: key)?.size ?? 0 }
            table.order.removeFirst(oldest.count)
        }
    }

    /// Forgets what was made from older states than this generation.
    func forget(before generation: Int) {
        table.update { table in
            guard generation > table.generation else { return }
            table = Table(generation: generation)
        }
    }
}
