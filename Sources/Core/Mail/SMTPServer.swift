import CLibCurl
import Dispatch
import FoundationEssentials
import Storage

/// The SMTP server to which mails are submitted (RFC 5321), over TLS whenever a password is sent.
package struct SMTPServer: Sendable {
    package static let mailTimeout: Duration = .seconds(30)

    let host: String
    private let url: String
    private let user: String?
    private let password: String?
    private let needsTLS: Bool
    private let from: MailAddress
    private let certificates: String?
    private let timeout: Duration
    /// libcurl blocks, so it runs on a queue of its own; several mails may be sent concurrently.
    private let queue = DispatchQueue(label: "vitrina.smtp", attributes: .concurrent)

    /// Parses `smtp://user:password@host:587` (STARTTLS) or `smtps://…:465`; nil for any other URL.
    ///
    /// Without a password, TLS is used if the server offers it; a server on this machine may take a password without
    /// TLS. `certificates` is a file of trusted certificates, in place of the system's.
    package init?(
        url: String,
        from: MailAddress,
        certificates: String? = nil,
        timeout: Duration = Self.mailTimeout
    ) {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
            ["smtp", "smtps"].contains(scheme), let host = parts.host, !host.isEmpty
        else { return nil }
        let port = parts.port ?? (scheme == "smtps" ? 465 : 587)
        guard 1...65_535 ~= port else { return nil }
        let bare = host.filter { $0 != "[" && $0 != "]" }
        self.host = bare
        self.url = "\(scheme)://\(bare.contains(":") ? "[\(bare)]" : bare):\(port)"
        user = parts.user
        password = parts.password
        needsTLS = parts.password != nil && !["localhost", "127.0.0.1", "::1"].contains(bare)
        self.from = from
        self.certificates = certificates
        self.timeout = timeout
    }

    /// Tries once; a mail that the server rejects permanently is not retried.
    func send(_ mail: Mail, id: String, at date: Timestamp) async -> OutboxResult.Outcome {
        let text = MIME(mail: mail, from: from, id: id, date: date).text
        let span = TraceSpan.current?.child(.client)
        let outcome: OutboxResult.Outcome = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: perform(Array(text.utf8), to: mail.to)) }
        }
        span?.end("SMTP", ["server.address": .string(host)], error: outcome.error)
        return outcome
    }

    private func perform(_ bytes: [UInt8], to: String) -> OutboxResult.Outcome {
        guard isCurlReady, let handle = curl_easy_init() else { return .again(reason(CURLE_FAILED_INIT)) }
        defer { curl_easy_cleanup(handle) }
        let receivers = curl_slist_append(nil, "<\(to)>")
        defer { curl_slist_free_all(receivers) }
        configure(handle)
        shim_curl_set_pointer(handle, CURLOPT_MAIL_RCPT, receivers)
        shim_curl_set_size(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(bytes.count))
        let source = MailSource(bytes)
        shim_curl_set_pointer(handle, CURLOPT_READDATA, Unmanaged.passUnretained(source).toOpaque())
        shim_curl_set_read(handle, CURLOPT_READFUNCTION) { buffer, size, count, source in
            guard let source, let buffer else { return Int(CURL_READFUNC_ABORT) }
            return Unmanaged<MailSource>.fromOpaque(source).takeUnretainedValue()
                .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
        }
        // The server's responses must not go to standard output.
        for option in [CURLOPT_WRITEFUNCTION, CURLOPT_HEADERFUNCTION] {
            shim_curl_set_write(handle, option) { _, size, count, _ in size * count }
        }
        let code = withExtendedLifetime(source) { curl_easy_perform(handle) }
        if code == CURLE_OK { return .sent }
        var status = 0
        shim_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
        return outcome(code, status)
    }

    private func configure(_ handle: UnsafeMutableRawPointer) {
        let milliseconds = timeout / .milliseconds(1)
        shim_curl_set_string(handle, CURLOPT_URL, url)
        shim_curl_set_string(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        if let user { shim_curl_set_string(handle, CURLOPT_USERNAME, user) }
        if let password { shim_curl_set_string(handle, CURLOPT_PASSWORD, password) }
        shim_curl_set_long(
            handle,
            CURLOPT_USE_SSL,
            Int((needsTLS ? CURLUSESSL_ALL : CURLUSESSL_TRY).rawValue)
        )
        shim_curl_set_long(handle, CURLOPT_SSL_VERIFYPEER, 1)
        shim_curl_set_long(handle, CURLOPT_SSL_VERIFYHOST, 2)
        if let certificates { shim_curl_set_string(handle, CURLOPT_CAINFO, certificates) }
        shim_curl_set_string(handle, CURLOPT_MAIL_FROM, "<\(from.address)>")
        shim_curl_set_long(handle, CURLOPT_UPLOAD, 1)
        shim_curl_set_long(handle, CURLOPT_TIMEOUT_MS, Int(max(1, milliseconds)))
        shim_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, Int(max(1, min(milliseconds, 10_000))))
        shim_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
    }

    private func outcome(_ code: CURLcode, _ status: Int) -> OutboxResult.Outcome {
        guard code != CURLE_LOGIN_DENIED, 400..<600 ~= status else { return .again(reason(code)) }
        let text = Localized(
            "Сервер почты \(host) отказал: \(status).",
            "The mail server \(host) has refused: \(status)."
        )
        // A missing sign-in or a missing encryption may be corrected later, so such a mail is retried.
        return status >= 500 && !(530...538 ~= status) ? .failed(text) : .again(text)
    }

    private func reason(_ code: CURLcode) -> Localized {
        let reason =
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST: Localized("такого имени нет", "there is no such name")
            case CURLE_COULDNT_CONNECT: Localized("соединение не принято", "the connection was refused")
            case CURLE_OPERATION_TIMEDOUT:
                Localized("нет ответа за отведённое время", "there was no answer in time")
            case CURLE_PEER_FAILED_VERIFICATION:
                Localized("сертификату нельзя доверять", "its certificate cannot be trusted")
            case CURLE_LOGIN_DENIED:
                Localized("имя или пароль не подходят", "the name or the password is wrong")
            case CURLE_USE_SSL_FAILED: Localized("он не умеет шифровать", "it offers no encryption")
            case _:
                Localized(
                    String(cString: curl_easy_strerror(code)),
                    String(cString: curl_easy_strerror(code))
                )
            }
        return Localized(
            "Сервер почты \(host) не принял письмо: \(reason.ru).",
            "The mail server \(host) has not taken the mail: \(reason.en)."
        )
    }
}

/// The rest of a mail to be sent; used only on the queue of its sender.
private final class MailSource {
    private let bytes: [UInt8]
    private var sent = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count - sent)
        buffer.copyBytes(from: bytes[sent..<sent + count])
        sent += count
        return count
    }
}
