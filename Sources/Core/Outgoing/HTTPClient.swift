import CLibCurl
import Dispatch
import FoundationEssentials
import Glibc
import Storage

/// Sends requests to other servers, one after another.
///
/// Only http and https, with checked certificates and without redirects: a response comes from the named host. Within a
/// trace each request is a span of it, and has the header `traceparent`.
package struct HTTPClient: Sendable {
    private let timeout: Duration
    private let bodySizeMax: Int
    private let destinations: Destinations
    /// libcurl blocks, so it runs on its own queue and never on a thread that tasks share.
    private let queue = DispatchQueue(label: "vitrina.http-client")

    package init(
        timeout: Duration = .seconds(30),
        bodySizeMax: Int = Limits.bodySizeMax,
        destinations: Destinations = .anywhere
    ) {
        self.timeout = timeout
        self.bodySizeMax = bodySizeMax
        self.destinations = destinations
    }

    /// Sends one request; returns a response of any status, else throws `.unavailable` with the host named.
    package func send(
        _ method: String,
        _ url: String,
        headers: [(name: String, value: String)] = [],
        body: HTTPBody = .none
    ) async throws(Problem) -> HTTPAnswer {
        let span = TraceSpan.current?.child(.client)
        let request = try request(method, url, headers, body, in: span)
        let result = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: request.perform()) }
        }
        span?.end(request, result)
        switch result {
        case .success(let answer): return answer
        case .failure(let problem as Problem): throw problem
        case .failure: throw request.failed(CURLE_WRITE_ERROR)
        }
    }

    /// Sends a body and receives a response of any size: each piece of a success is passed on and not stored.
    ///
    /// The time-out is one of silence. An error that `receive` throws ends the request and is rethrown. Of a file only
    /// the bytes of `part` are sent, if it is given. A read is not begun once its task is cancelled.
    package func stream(
        _ method: String,
        _ url: String,
        headers: [(name: String, value: String)] = [],
        body: HTTPBody = .none,
        part: Range<Int>? = nil,
        receive: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws -> HTTPAnswer {
        let span = TraceSpan.current?.child(.client)
        var request = try request(method, url, headers, body, in: span)
        (request.receive, request.part) = (receive, part)
        // A write may end what was begun, so it is sent in any case.
        let mayBeLeft = method == "GET" || method == "HEAD"
        let isCancelled = Locked(false)
        let result: Result<HTTPAnswer, any Error> = await withTaskCancellationHandler { [request] in
            await withCheckedContinuation { continuation in
                queue.async {
                    guard !mayBeLeft || !isCancelled.value else {
                        continuation.resume(returning: .failure(CancellationError()))
                        return
                    }
                    continuation.resume(returning: request.perform())
                }
            }
        } onCancel: {
            isCancelled.update { $0 = true }
        }
        span?.end(request, result)
        return try result.get()
    }

    /// A request of this client, with the place in the trace of the task if it has one.
    private func request(
        _ method: String,
        _ url: String,
        _ headers: [(name: String, value: String)],
        _ body: HTTPBody,
        in span: TraceSpan?
    ) throws(Problem) -> HTTPRequest {
        let place = span.map { ["\(TraceParent.headerName): \($0.place.header)"] } ?? []
        return try HTTPRequest(
            method: method,
            url: url,
            headers: headers.map { "\($0.name): \($0.value)" } + place,
            body: body,
            timeout: timeout,
            bodySizeMax: bodySizeMax,
            destinations: destinations
        )
    }
}

/// One request for libcurl.
struct HTTPRequest: Sendable {
    typealias Receive = @Sendable ([UInt8]) throws -> Void

    let method: String
    let url: String
    let host: String
    let headers: [String]
    let body: HTTPBody
    let timeout: Duration
    let bodySizeMax: Int
    let destinations: Destinations
    /// Receives the pieces of a successful response.
    var receive: Receive?
    /// The bytes of a file that are sent; nil for all of them.
    var part: Range<Int>?

    init(
        method: String,
        url: String,
        headers: [String],
        body: HTTPBody,
        timeout: Duration,
        bodySizeMax: Int,
        destinations: Destinations = .anywhere
    ) throws(Problem) {
        guard let parts = URLComponents(anyScript: url),
            ["http", "https"].contains(parts.scheme?.lowercased()), let host = parts.host, !host.isEmpty
        else {
            throw Problem(
                .malformed,
                Localized(
                    "Нужен адрес вида https://example.org.",
                    "The URL must be like https://example.org."
                )
            )
        }
        // A line break would start another header.
        guard !([method] + headers).contains(where: { $0.utf8.contains { $0 < 0x20 && $0 != 0x09 } }) else {
            throw Problem(
                .malformed,
                Localized(
                    "Недопустимый символ в заголовке запроса.",
                    "A header contains a control character."
                )
            )
        }
        self.method = method
        self.url = url
        self.host = url.utf8.allSatisfy { $0 < 0x80 } ? host : CurlURL(url)?.host ?? host
        // Without the first libcurl would wait for "100 Continue" before each larger body, without the second it
        // would declare each body a form.
        let isTyped = headers.contains { $0.lowercased().hasPrefix("content-type:") }
        self.headers = headers + ["Expect:"] + (isTyped ? [] : ["Content-Type:"])
        self.body =
            switch body {
            case .none where ["POST", "PUT", "PATCH"].contains(method): .bytes([])
            case .none, .bytes, .file: body
            }
        self.timeout = timeout
        self.bodySizeMax = bodySizeMax
        self.destinations = destinations
    }

    /// Blocks until there is a response.
    func perform() -> Result<HTTPAnswer, any Error> {
        guard isCurlReady, let handle = curl_easy_init() else { return .failure(failed(CURLE_FAILED_INIT)) }
        defer { curl_easy_cleanup(handle) }
        var list: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(list) }
        for header in headers { list = curl_slist_append(list, header) }
        configure(handle)
        shim_curl_set_pointer(handle, CURLOPT_HTTPHEADER, list)
        var file: UnsafeMutablePointer<FILE>?
        defer { if let file { fclose(file) } }
        var slice: FileSlice?
        defer { withExtendedLifetime(slice) {} }
        switch body {
        case .none: break
        case .bytes(let bytes):
            shim_curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
            bytes.withUnsafeBytes {
                _ = shim_curl_set_pointer(
                    handle,
                    CURLOPT_COPYPOSTFIELDS,
                    UnsafeMutableRawPointer(mutating: $0.baseAddress)
                )
            }
        case .file(let path) where part != nil:
            slice = part.flatMap { FileSlice(path, $0) }
            guard let slice else { return .failure(unreadable(path)) }
            slice.send(by: handle)
        case .file(let path):
            file = fopen(path, "rb")
            guard let file, fseeko(file, 0, SEEK_END) == 0, case let size = ftello(file), size >= 0 else {
                return .failure(unreadable(path))
            }
            rewind(file)
            shim_curl_set_long(handle, CURLOPT_UPLOAD, 1)
            shim_curl_set_size(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(size))
            shim_curl_set_pointer(handle, CURLOPT_READDATA, file)
        }
        // Last: the options of the body set a method of their own.
        shim_curl_set_string(handle, CURLOPT_CUSTOMREQUEST, method)
        return perform(handle)
    }

    private func configure(_ handle: UnsafeMutableRawPointer) {
        let milliseconds = timeout / .milliseconds(1)
        shim_curl_set_string(handle, CURLOPT_URL, url)
        shim_curl_set_string(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        shim_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
        shim_curl_set_long(handle, CURLOPT_SSL_VERIFYPEER, 1)
        shim_curl_set_long(handle, CURLOPT_SSL_VERIFYHOST, 2)
        if receive == nil {
            shim_curl_set_long(handle, CURLOPT_TIMEOUT_MS, Int(max(1, milliseconds)))
        } else {
            // Less than a byte a second for this many seconds.
            shim_curl_set_long(handle, CURLOPT_LOW_SPEED_LIMIT, 1)
            shim_curl_set_long(handle, CURLOPT_LOW_SPEED_TIME, Int(max(1, timeout.components.seconds)))
        }
        shim_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, Int(max(1, min(milliseconds, 10_000))))
        // Time-outs by signals would affect the whole process.
        shim_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        shim_curl_set_string(handle, CURLOPT_USERAGENT, "vitrina")
        shim_curl_set_long(handle, CURLOPT_NOBODY, method == "HEAD" ? 1 : 0)
    }

    private func perform(_ handle: UnsafeMutableRawPointer) -> Result<HTTPAnswer, any Error> {
        let receiver = HTTPReceiver(bodySizeMax: bodySizeMax, pieces: receive)
        let pointer = Unmanaged.passUnretained(receiver).toOpaque()
        shim_curl_set_pointer(handle, CURLOPT_WRITEDATA, pointer)
        shim_curl_set_pointer(handle, CURLOPT_HEADERDATA, pointer)
        shim_curl_set_write(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, receiver in
            guard let receiver else { return 0 }
            let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
            let isTaken = Unmanaged<HTTPReceiver>.fromOpaque(receiver).takeUnretainedValue()
                .receive(body: buffer)
            return isTaken ? buffer.count : 0
        }
        shim_curl_set_write(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, receiver in
            guard let receiver else { return 0 }
            let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
            let isTaken = Unmanaged<HTTPReceiver>.fromOpaque(receiver).takeUnretainedValue()
                .receive(header: buffer)
            return isTaken ? buffer.count : 0
        }
        let socketGuard = destinations.areChecked(for: url) ? SocketGuard() : nil
        if let socketGuard { install(socketGuard, handle) }
        return withExtendedLifetime((receiver, socketGuard)) {
            let code = curl_easy_perform(handle)
            if code != CURLE_OK, socketGuard?.hasRefused ?? false { return .failure(inside()) }
            if receiver.isTooLarge { return .failure(tooLarge()) }
            if let failure = receiver.failure { return .failure(failure) }
            guard code == CURLE_OK else { return .failure(failed(code)) }
            var status = 0
            shim_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
            return .success(HTTPAnswer(status: status, headers: receiver.headers, body: receiver.body))
        }
    }
}

extension HTTPRequest {
    /// A proxy would connect to addresses that were not checked, so none is used.
    private func install(_ socketGuard: SocketGuard, _ handle: UnsafeMutableRawPointer) {
        shim_curl_set_string(handle, CURLOPT_PROXY, "")
        let pointer = Unmanaged.passUnretained(socketGuard).toOpaque()
        shim_curl_set_pointer(handle, CURLOPT_OPENSOCKETDATA, pointer)
        shim_curl_set_open_socket(handle, CURLOPT_OPENSOCKETFUNCTION) { socketGuard, _, address in
            guard let socketGuard, let address else { return -1 }
            return Unmanaged<SocketGuard>.fromOpaque(socketGuard).takeUnretainedValue().open(address)
        }
    }
}

/// libcurl must be initialized once, before its first use.
let isCurlReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
