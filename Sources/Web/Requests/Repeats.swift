import Core
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Storage

/// Handles repeated requests under one Idempotency-Key: the first is performed, all get its response.
package struct Repeats: Sendable {
    /// The time for which a repeated request waits for the response of the first.
    private static let idempotencyWaitMax: Duration = .seconds(5)

    private static let pause: Duration = .milliseconds(50)

    private let claims: ClaimStore
    private let key: String
    private let author: Author
    private let isContinuable: Bool
    private let logger: Logger

    /// The keys of two people never collide, nor those of two tokens or sessions of one person.
    ///
    /// A continuable request resumes where its server stopped; any other gets a problem in that case.
    package init(
        claims: ClaimStore,
        key: String,
        author: Author,
        isContinuable: Bool = false,
        logger: Logger
    ) {
        (self.claims, self.key, self.author, self.logger) = (claims, key, author, logger)
        self.isContinuable = isContinuable
    }

    package func answer(
        to request: Request,
        _ next: (Request) async throws -> Response
    ) async throws -> Response {
        let claim = claims.claim(
            key: key,
            owner: author.keyOwner,
            method: request.method.rawValue,
            target: request.head.path ?? "",
            isContinuable: isContinuable
        )
        let request = try await request.read(for: claim)
        if let answer = try await known(claim, unread: request) { return answer }
        let mode = WriteMode.claimed(claim)
        let response: Response
        do {
            response = try await mode { try await next(request) }
        } catch {
            guard !claim.isKept, let answer = try await known(claim, after: error) else { throw error }
            return answer
        }
        if response.body.contentLength == nil { return streamed(response, of: claim, in: mode) }
        if claim.isTaken {
            guard let answer = try await known(claim) else { throw Claim.running }
            return answer
        }
        // If nothing was committed, nothing can be done twice.
        guard claim.isKept, response.status.code < 500 else { return response }
        return try await whole(response, of: claim)
    }

    /// The response of the same request after an error, since a conflict may be the effect of that request.
    ///
    /// If the database does not answer, it throws that error: only the error knows if the change may be kept.
    private func known(_ claim: Claim, after error: any Error) async throws -> Response? {
        do {
            return try await known(claim)
        } catch is StorageError {
            throw error
        }
    }

    /// The response of the same request, if it was performed before; otherwise nil.
    private func known(_ claim: Claim, unread request: Request? = nil) async throws -> Response? {
        let deadline = ContinuousClock.now + Self.idempotencyWaitMax
        var unread = request
        while true {
            switch try await claims.find(claim) {
            case .unknown: return nil
            case .otherRequest: throw Self.otherRequest
            case .lost: throw Self.lost
            case .answered(let bytes):
                // A long body is read only if it must be compared.
                if let request = unread, try await request.readToEnd() {
                    unread = nil
                    continue
                }
                guard let kept = KeptAnswer(bytes) else { throw Self.lost }
                // An author who may not send the request now must not get the earlier response.
                guard kept.rights.isSubset(of: author.permissions) else { throw Self.demoted }
                guard let answer = kept.response else { throw Self.shownOnce }
                return answer
            case .running:
                guard ContinuousClock.now < deadline else { throw Claim.running }
                try await Task.sleep(for: Self.pause)
            }
        }
    }

    private func whole(_ response: Response, of claim: Claim) async throws -> Response {
        let copy = Copy(of: nil)
        let bytes = copy.bytes
        try await response.body.write(copy)
        await keep(response.head, bytes.value, of: claim)
        var response = response
        response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes.value))
        return response
    }

    /// The work itself may run while the response is sent, so the key is stored then.
    private func streamed(_ response: Response, of claim: Claim, in mode: WriteMode) -> Response {
        let (head, body) = (response.head, response.body)
        var response = response
        response.body = ResponseBody { writer in
            let copy = Copy(of: writer)
            let bytes = copy.bytes
            try await mode { try await body.write(copy) }
            if claim.isKept { await keep(head, bytes.value, of: claim) }
        }
        return response
    }

    /// The effect is committed whether this succeeds or not, so the client gets the response either way.
    private func keep(_ head: HTTPResponse, _ body: [UInt8], of claim: Claim) async {
        do {
            let kept = KeptAnswer(head, body, rights: author.permissions, isSecret: claim.isSecret)
            try await claims.keep(kept.bytes, of: claim)
        } catch {
            logger.error("cannot keep an answer for who asks again", metadata: ["error": "\(error)"])
        }
    }

    private static let otherRequest = Problem(
        .invalid,
        Localized(
            "С этим Idempotency-Key уже был другой запрос.",
            "This Idempotency-Key came with another request before."
        )
    )
    private static let demoted = Problem(
        .forbidden,
        Localized(
            "Этот запрос уже выполнен, но с тех пор у вас стало меньше прав: его ответ больше не показывается.",
            "This request was carried out, and you have fewer rights since: its answer is not shown again."
        )
    )
    private static let shownOnce = Problem(
        .conflict,
        Localized(
            "Этот запрос уже выполнен, второй раз он не выполняется. Секрет показывается только один раз, в первом "
                + "ответе: если он потерян, создайте новый.",
            "This request was carried out, and is not carried out again. Its secret is shown once, in the first "
                + "answer: if that is lost, make a new one."
        )
    )
    private static let lost = Problem(
        .conflict,
        Localized(
            "Этот запрос выполнен целиком или прерван на середине, а его ответ потерян. "
                + "Проверьте, что получилось, прежде чем повторять.",
            "This request was carried out, or was cut off in the middle, and its answer is lost. "
                + "Check what it did before you try again."
        )
    )
}

extension Request {
    /// The request with its body passed to the claim: at once if it is short, else while it is read.
    fileprivate func read(for claim: Claim) async throws -> Request {
        var request = self
        let declared = headers[.contentLength].map { Int($0) ?? .max }
        let isStream = headers[.transferEncoding] != nil
        guard !isStream, declared ?? 0 <= Limits.bodySizeMax else {
            request.body = RequestBody(asyncSequence: ReadBody(base: body, claim: claim))
            return request
        }
        // Without a declared length the body is empty, or comes from within this process and is in memory.
        let buffer = try await request.collectBody(upTo: declared ?? Limits.archiveSizeMax)
        await claim.read(Array(buffer.readableBytesView))
        await claim.read(nil)
        return request
    }

    /// True if there was a body left to read.
    fileprivate func readToEnd() async throws -> Bool {
        guard
            headers[.transferEncoding] != nil
                || headers[.contentLength].map({ Int($0) ?? .max }) ?? 0 > Limits.bodySizeMax
        else { return false }
        var size = 0
        for try await buffer in body {
            size += buffer.readableBytes
            guard size <= Limits.archiveSizeMax else {
                throw Problem(
                    .tooLarge,
                    Localized("Запрос слишком большой.", "The request is too large.")
                )
            }
        }
        return true
    }
}

/// A body that passes everything read to a claim.
private struct ReadBody: AsyncSequence, Sendable {
    let base: RequestBody
    let claim: Claim

    func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator(), claim: claim) }

    struct Iterator: AsyncIteratorProtocol {
        var base: RequestBody.AsyncIterator
        let claim: Claim

        mutating func next() async throws -> ByteBuffer? {
            let buffer = try await base.next()
            await claim.read(buffer.map { Array($0.readableBytesView) })
            return buffer
        }
    }
}

/// Stores what is written, up to the limit, and passes it on.
private struct Copy: ResponseBodyWriter {
    let bytes = Locked([UInt8]())
    private var target: (any ResponseBodyWriter)?

    init(of target: (any ResponseBodyWriter)?) {
        self.target = target
    }

    mutating func write(_ buffer: ByteBuffer) async throws {
        // One byte over the limit shows that it is too long to be stored.
        let room = target == nil ? .max : max(0, Limits.idempotencyAnswerSizeMax + 1 - bytes.value.count)
        bytes.update { $0.append(contentsOf: buffer.readableBytesView.prefix(room)) }
        try await target?.write(buffer)
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await target?.finish(trailingHeaders)
    }
}
