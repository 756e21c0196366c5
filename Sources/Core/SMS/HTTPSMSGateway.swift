import FoundationEssentials
import Storage

/// A gateway that accepts a message as one HTTP request, built from a template.
package struct HTTPSMSGateway: SMSGateway {
    /// The size of a URL, of a header line and of a body, each.
    private static let templateSizeMax = 8_000

    private let method: String
    private let url: SMSTemplate
    private let headers: [(name: String, value: SMSTemplate)]
    private let body: SMSTemplate?
    private let success: SMSSuccess
    private let key: String
    private let timeout: Duration

    /// `headers` are lines of `Name: value`; the form of the body sets its `Content-Type`.
    ///
    /// Throws the fault of a setting, under its name.
    package init(
        method: String = "POST",
        url: String,
        headers: [String] = [],
        body: String? = nil,
        success: SMSSuccess = .standard,
        key: String = "",
        timeout: Duration = Limits.smsTimeout
    ) throws(Fault) {
        guard ["GET", "POST", "PUT"].contains(method) else {
            throw Fault("#/sms_method", "должна быть GET, POST или PUT", "must be GET, POST or PUT")
        }
        for (name, text) in [("url", url), ("body", body ?? "")] + headers.map({ ("headers", $0) })
        where text.utf8.count > Self.templateSizeMax {
            let max = Self.templateSizeMax
            throw Fault(
                "#/sms_\(name)",
                "должна быть не длиннее \(max) байт",
                "must have at most \(max) bytes"
            )
        }
        var lines = try headers.map { line throws(Fault) in try Self.header(line) }
        let type = lines.first { $0.name.lowercased() == "content-type" }?.value
        let form = try body.map { text throws(Fault) in try Self.form(of: text, type) }
        if let form, type == nil {
            lines.append(
                ("Content-Type", form == .json ? "application/json" : "application/x-www-form-urlencoded")
            )
        }
        self.method = method
        self.url = SMSTemplate(url, as: .encoded)
        self.headers = lines.map { ($0.name, SMSTemplate($0.value, as: .header)) }
        self.body = body.flatMap { text in form.map { SMSTemplate(text, as: $0) } }
        self.success = success
        self.key = key
        self.timeout = timeout
        let example = self.url.filled(with: SMS(to: PhoneNumber(kept: "+70000000000"), text: "0"), key: key)
        guard let parts = URLComponents(anyScript: example), parts.host?.isEmpty == false,
            ["http", "https"].contains(parts.scheme?.lowercased())
        else {
            throw Fault(
                "#/sms_url",
                "должна быть адресом вида https://…",
                "must be an address like https://…"
            )
        }
    }

    package func send(_ sms: SMS) async -> OutboxResult.Outcome {
        do throws(Problem) {
            let client = HTTPClient(timeout: timeout, bodySizeMax: Limits.smsAnswerSizeMax)
            let answer = try await client.send(
                method,
                url.filled(with: sms, key: key),
                headers: headers.map { ($0.name, $0.value.filled(with: sms, key: key)) },
                body: body.map { .bytes(Array($0.filled(with: sms, key: key).utf8)) } ?? .none
            )
            return success.outcome(of: answer, reason: SMSReason(sms, key: key).words(of: answer))
        } catch {
            return .again(error.detail)
        }
    }

    private static func header(_ line: String) throws(Fault) -> (name: String, value: String) {
        let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmed }
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
            !parts[1].unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw Fault(
                "#/sms_headers",
                "должна состоять из строк «Имя: значение», между ними |",
                "must be lines of “Name: value” with | between"
            )
        }
        return (parts[0], parts[1])
    }

    private static func form(of body: String, _ type: String?) throws(Fault) -> SMSTemplate.Form {
        let isObject = body.drop { $0.isWhitespace }.first.map { "{[".contains($0) } ?? false
        let type = (type ?? (isObject ? "json" : "x-www-form-urlencoded")).lowercased()
        if type.contains("json") { return .json }
        if type.contains("x-www-form-urlencoded") { return .encoded }
        if type.contains("xml") { return .xml }
        throw Fault(
            "#/sms_headers",
            "должна называть Content-Type, в который текст встаёт безопасно: JSON, XML или форма",
            "must name a Content-Type that a text can be put in safely: JSON, XML or a form"
        )
    }
}
