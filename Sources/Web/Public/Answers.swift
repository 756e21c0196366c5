import Core
import HTTPTypes
import NIOCore
import NIOHTTP1
import Storage

/// A cached public response as bytes.
package struct Answer: Sendable {
    /// The form of a response to one request.
    struct Variant: Hashable {
        /// Compressed with gzip.
        let isCompressed: Bool
        /// 304: the client has it already.
        let isKnown: Bool

        static let all = [false, true].flatMap { isCompressed in
            [false, true].map { Variant(isCompressed: isCompressed, isKnown: $0) }
        }
    }

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
    /// The label of its route in the metrics, and the counters for each time that it is sent from the cache.
    let route: String
    let requests: CachedRequests?

    init(
        _ answer: PublicAnswer,
        validUntil: Timestamp?,
        isPersonal: Bool = false,
        route: String = RouteGroups.unrouted,
        requests: CachedRequests? = nil
    ) {
        status = HTTPResponse.Status(code: answer.status)
        form = answer.form
        body = ByteBuffer(bytes: answer.body)
        gzip = Gzip.compressed(answer.body).map { ByteBuffer(bytes: $0) }
        etag = String(SHA256.hex(answer.body).prefix(32))
        self.validUntil = [validUntil, answer.validUntil].compactMap { $0 }.min()
        self.isPersonal = isPersonal
        search = answer.search
        counted = answer.counted
        (self.route, self.requests) = (route, requests)
    }

    /// Counts that the response was sent.
    func note(in services: (searches: SearchTally, counts: DailyCounter)) {
        if let search { services.searches.note(search) }
        if let counted { services.counts.note(counted) }
    }

    /// With the heads in the cache.
    var size: Int { body.readableBytes + (gzip?.readableBytes ?? 0) + 2048 }

    /// The response to a request with these headers: the whole body, or 304.
    func response(to headers: HTTPFields) -> (head: HTTPResponse, body: ByteBuffer) {
        let variant = variant(for: headers)
        return (head(variant), body(variant))
    }

    func variant(for headers: HTTPFields) -> Variant {
        Variant(
            isCompressed: gzip != nil && headers[.acceptEncoding]?.contains("gzip") == true,
            isKnown: headers[.ifNoneMatch].map { $0.contains(etag) || $0 == "*" } ?? false
        )
    }

    func body(_ variant: Variant) -> ByteBuffer {
        if variant.isKnown { return ByteBuffer() }
        return (variant.isCompressed ? gzip : nil) ?? body
    }

    func head(_ variant: Variant) -> HTTPResponse {
        var fields: HTTPFields = [
            .eTag: variant.isCompressed ? "\"\(etag)-gz\"" : "\"\(etag)\"",
            .cacheControl: isPersonal ? "private, no-cache" : "no-cache",
            .vary: "Accept-Language, Accept-Encoding",
            .accessControlAllowOrigin: "*",
            .xContentTypeOptions: "nosniff",
            .crossOriginResourcePolicy: "cross-origin",
        ]
        if variant.isKnown { return HTTPResponse(status: .notModified, headerFields: fields) }
        fields[.contentType] = form.rawValue
        if form == .page { fields[.contentSecurityPolicy] = PublicPage.policy }
        if variant.isCompressed { fields[.contentEncoding] = "gzip" }
        fields[.contentLength] = String(body(variant).readableBytes)
        return HTTPResponse(status: status, headerFields: fields)
    }
}

/// A cached response with its heads as they are sent.
package final class CachedAnswer: Sendable {
    let answer: Answer
    private let heads: [Answer.Variant: ByteBuffer]

    init(_ answer: Answer) {
        self.answer = answer
        heads = Dictionary(
            uniqueKeysWithValues: Answer.Variant.all.map { ($0, Self.written(answer.head($0))) }
        )
    }

    /// The status line and the fields as HTTP/1.1 has them, without the date and the empty line after it.
    func writtenHead(_ variant: Answer.Variant) -> ByteBuffer { heads[variant] ?? ByteBuffer() }

    private static func written(_ head: HTTPResponse) -> ByteBuffer {
        let status = HTTPResponseStatus(statusCode: head.status.code)
        let fields = head.headerFields.map(\.line).joined()
        return ByteBuffer(string: "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n\(fields)")
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
        var answers: [Key: CachedAnswer] = [:]
        var order: [Key] = []
        var size = 0
    }

    private let table = Locked(Table())

    package init() {}

    subscript(key: Key, now: Timestamp) -> CachedAnswer? {
        guard let cached = table.update({ $0.answers[key] }) else { return nil }
        if let until = cached.answer.validUntil, until <= now { return nil }
        return cached
    }

    /// Caches a response made from the live state of a generation, unless there is a newer state.
    func keep(_ answer: Answer, for key: Key, generation: Int) {
        guard answer.size <= Answers.answerSizeMax else { return }
        let cached = CachedAnswer(answer)
        table.update { table in
            guard generation == table.generation else { return }
            if let old = table.answers.updateValue(cached, forKey: key) {
                table.size -= old.answer.size
            } else {
                table.order.append(key)
            }
            table.size += answer.size
            guard table.size > Answers.answersSizeMax else { return }
            // A quarter is evicted at once, so that the array is not shifted for every response.
            let oldest = table.order.prefix(max(1, table.order.count / 4))
            for key in oldest { table.size -= table.answers.removeValue(forKey: key)?.answer.size ?? 0 }
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
