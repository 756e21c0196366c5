import Dispatch
import FoundationEssentials
import Glibc
import Storage

/// A bucket as a store of objects, over the protocol S3 of AWS and of others.
///
/// Each request is signed, and each body has its digest in the signature, so that the store refuses what has changed on
/// the way. A request that may be repeated is, if the store cannot be reached or is too busy.
package struct S3Store: ObjectStore {
    private static let pauses: [Duration] = [.milliseconds(200), .seconds(1)]
    /// The time without a byte in either direction after which a request is given up.
    private static let silence: Duration = .seconds(30)
    /// Requests that are sent at once.
    private static let lanesCount = 8
    /// A page of a list has at most a thousand keys.
    private static let answerSizeMax = 4 << 20

    package let place: String
    /// Empty, or with a slash at its end.
    private let prefix: String
    private let bucket: S3Bucket
    private let account: S3Account
    private let signature: S3Signature
    private let lanes: HTTPLanes
    private let now: @Sendable () -> Timestamp
    let sizes: Sizes
    let queue = DispatchQueue(label: "vitrina.s3", attributes: .concurrent)

    /// The sizes by which a file is stored in one request or in several.
    struct Sizes: Sendable {
        /// A larger file is stored in parts: S3 takes at most 5 GiB at once.
        var putMax = 5 << 30
        var part = 64 << 20
        /// S3 takes no more parts of one file, so those of a larger one are larger.
        var partsMax = 10_000
    }

    /// Nothing is sent before the first call.
    ///
    /// - Parameters:
    ///   - bucket: The name of the bucket.
    ///   - prefix: The beginning of the names of all objects, without slashes at its ends; empty for none.
    ///   - account: The account, and the address of the provider.
    ///   - now: The time, which a signature has.
    package init(
        bucket: String,
        prefix: String,
        account: S3Account,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.init(bucket: bucket, prefix: prefix, account: account, sizes: Sizes(), now: now)
    }

    init(
        bucket: String,
        prefix: String,
        account: S3Account,
        sizes: Sizes,
        now: @escaping @Sendable () -> Timestamp
    ) {
        place = ObjectPlace.bucket(name: bucket, prefix: prefix).description
        self.prefix = prefix.isEmpty ? "" : "\(prefix)/"
        self.bucket = S3Bucket(bucket, of: account)
        (self.account, self.sizes, self.now) = (account, sizes, now)
        signature = S3Signature(key: account.key, secret: account.secret, region: account.region)
        lanes = HTTPLanes(Self.lanesCount) { HTTPClient(timeout: Self.silence) }
    }

    package func put(_ key: ObjectKey, file path: String) async throws {
        let (digest, size) = try await queue.blocking { [sizes] () throws -> (String, Int) in
            let size = try Self.size(of: path)
            // The digests of parts are made one by one.
            guard size <= sizes.putMax else { return ("", size) }
            return (try SHA256.ofFile(path).hex, size)
        }
        guard size <= sizes.putMax else { return try await putInParts(name(of: key), file: path, size: size) }
        _ = try await send(S3Call("PUT", name(of: key)).sending(file: path, digest: digest))
    }

    package func get(_ key: ObjectKey, to path: String) async throws {
        let size = Locked(0)
        do {
            let answer = try await send(S3Call("GET", name(of: key))) {
                // Each attempt begins from scratch.
                let file = try await queue.blocking { try OpenFile(creating: path) }
                size.update { $0 = 0 }
                return { piece in
                    try file.write(piece)
                    size.update { $0 += piece.count }
                }
            }
            if let length = answer.headers["content-length"], Int(length) != size.value {
                throw ObjectFault.unavailable("\(place): \(key) was cut off.")
            }
        } catch {
            unlink(path)
            throw error
        }
    }

    package func size(of key: ObjectKey) async throws -> Int? {
        do {
            let answer = try await send(S3Call("HEAD", name(of: key)))
            guard let size = answer.headers["content-length"].flatMap({ Int($0) }) else {
                throw ObjectFault.wrong("\(place): \(key) has no size.")
            }
            return size
        } catch ObjectFault.missing {
            return nil
        }
    }

    package func list(_ prefix: String) async throws -> [StoredObject] {
        var objects: [StoredObject] = []
        var token: String?
        repeat {
            var query = [(name: "list-type", value: "2"), (name: "prefix", value: self.prefix + prefix)]
            if let token { query.append((name: "continuation-token", value: token)) }
            let bytes = try await body(of: S3Call("GET", "", query: query))
            guard let page = S3List(parsing: bytes), page.next == nil || page.next != token else {
                throw ObjectFault.wrong("\(place): its list cannot be read.")
            }
            for entry in page.entries where entry.key.hasPrefix(self.prefix) {
                // Others may keep objects there, too.
                guard let key = ObjectKey(String(entry.key.dropFirst(self.prefix.count))) else { continue }
                objects.append(StoredObject(key: key, size: entry.size, storedAt: entry.storedAt))
            }
            token = page.next
        } while token != nil
        return objects.sorted { $0.key < $1.key }
    }

    package func remove(_ key: ObjectKey) async throws {
        do {
            _ = try await send(S3Call("DELETE", name(of: key)))
        } catch ObjectFault.missing {
            // Some providers say so.
        }
    }

    private func name(of key: ObjectKey) -> String { prefix + key.text }

    private static func size(of path: String) throws -> Int {
        let file = Descriptors.ofFile(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw FileError("open", path) }
        defer { close(file) }
        let size = lseek(file, 0, SEEK_END)
        guard size >= 0 else { throw FileError("read", path) }
        return Int(size)
    }

    private static let noBucket = "NoSuchBucket"
}

// MARK: Requests

extension S3Store {
    /// Sends a request and returns the body of its answer.
    func body(of call: S3Call) async throws -> [UInt8] {
        let body = Locked([UInt8]())
        _ = try await send(call) {
            body.update { $0 = [] }
            return { [place] piece in
                let fits = body.update { body in
                    guard body.count + piece.count <= Self.answerSizeMax else { return false }
                    body += piece
                    return true
                }
                guard fits else { throw ObjectFault.wrong("\(place): its answer is too long.") }
            }
        }
        return body.value
    }

    /// Sends a request, again if the store was away and the request may be repeated.
    ///
    /// `receiver` makes what receives the body of one attempt; without it the body is dropped.
    func send(
        _ call: S3Call,
        receiver: @Sendable () async throws -> HTTPRequest.Receive = { { _ in } }
    ) async throws -> HTTPAnswer {
        var pauses = Self.pauses.makeIterator()
        while true {
            do {
                return try await sendOnce(call, try await receiver())
            } catch let fault as ObjectFault {
                guard case .unavailable = fault, call.isRepeatable, let pause = pauses.next() else {
                    throw fault
                }
                try await Task.sleep(for: pause)
            }
        }
    }

    private func sendOnce(
        _ call: S3Call,
        _ receive: @escaping HTTPRequest.Receive
    ) async throws -> HTTPAnswer {
        let (path, query) = (bucket.path(of: call.name), S3Signature.query(call.query))
        let url = "\(bucket.scheme)://\(bucket.host)\(path)" + (query.isEmpty ? "" : "?\(query)")
        let headers = headers(of: call, path, query)
        let answer: HTTPAnswer
        do {
            answer = try await lanes.run { client in
                try await client.stream(
                    call.method,
                    url,
                    headers: headers,
                    body: call.body,
                    part: call.part,
                    receive: receive
                )
            }
        } catch let problem as Problem where problem.kind == .unavailable {
            throw ObjectFault.unavailable("\(place): \(problem.detail.en)")
        }
        guard 200..<300 ~= answer.status else { throw fault(answer) }
        return answer
    }

    private func headers(
        of call: S3Call,
        _ path: String,
        _ query: String
    ) -> [(name: String, value: String)] {
        let time = now().amzDate
        var headers = [
            (name: "Host", value: bucket.host), (name: "X-Amz-Content-SHA256", value: call.digest),
            (name: "X-Amz-Date", value: time),
        ]
        if let token = account.sessionToken { headers.append((name: "X-Amz-Security-Token", value: token)) }
        let authorization = signature.authorization(
            call.method,
            path: path,
            query: query,
            headers: headers,
            payload: call.digest,
            time: time
        )
        return headers + [(name: "Authorization", value: authorization)]
    }

    /// The codes of stores whose disks or quotas are used up (MinIO, Ceph); their statuses differ.
    private static let fullCodes: Set = [
        "XMinioStorageFull", "StorageFull", "QuotaExceeded", "InsufficientCapacity",
    ]

    /// The fault that an answer tells, with the code of S3.
    private func fault(_ answer: HTTPAnswer) -> ObjectFault {
        let error = XMLElement(parsing: answer.body)
        let code = error?["Code"].map(Self.plain) ?? "HTTP \(answer.status)"
        let region = (error?["Region"] ?? answer.headers["x-amz-bucket-region"]).map(Self.plain)
        let hint = region.map { $0 == account.region ? "" : ", its region is \($0)" } ?? ""
        let reason = "\(place): \(code)\(hint)."
        if Self.fullCodes.contains(code) || answer.status == 507 { return .full(reason) }
        return switch answer.status {
        // A wrong bucket has none of its objects, which is another fault than the lack of one.
        case 404: code == Self.noBucket ? .wrong(reason) : .missing(reason)
        case 401, 403: .refused(reason)
        case 408, 429, 500...599: .unavailable(reason)
        case _: code == "RequestTimeout" ? .unavailable(reason) : .wrong(reason)
        }
    }

    /// A word of the store, which may be any server, as it may stand in a log.
    private static func plain(_ text: String) -> String {
        let bytes = text.utf8.prefix(80).filter { $0.isLetterOrDigit || "-._".utf8.contains($0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
