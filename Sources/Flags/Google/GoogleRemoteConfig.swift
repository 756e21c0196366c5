import Core
import Storage

/// A template at Google.
package struct GoogleTemplate: Sendable, Hashable {
    package let template: FlagTemplate
    package let etag: String
    /// Google's version number; nil if the response has none.
    package let version: String?

    package var isEmpty: Bool {
        template.conditions.isEmpty && template.parameters.isEmpty && template.groups.isEmpty
    }
}

/// A client of the management API of Firebase Remote Config for one template of one project.
package struct GoogleRemoteConfig: Sendable {
    let account: GoogleAccount
    let tokens: GoogleTokens
    let settings: GoogleSettings
    let project: String
    let namespace: String
    let now: @Sendable () -> Timestamp

    package func get() async throws(GoogleFault) -> GoogleTemplate {
        try await template(from: send("GET", "", [:], nil))
    }

    /// Replaces the template with that entity tag; `validateOnly` changes nothing.
    package func put(
        _ template: FlagTemplate,
        over etag: String,
        description: String? = nil,
        validateOnly: Bool = false
    ) async throws(GoogleFault) -> GoogleTemplate {
        var body = template.json.object ?? [:]
        if let description, !description.isEmpty {
            body["version"] = ["description": .string(description)]
        }
        let query = validateOnly ? "?validateOnly=true" : ""
        let headers = ["If-Match": etag, "Content-Type": "application/json; UTF-8"]
        return try await self.template(from: send("PUT", query, headers, JSON.object(body).bytes))
    }

    private var address: String {
        let path = namespace == FlagPlace.clients ? "" : "/namespaces/\(namespace.percentEncoded)"
        return "\(settings.url)/v1/projects/\(project.percentEncoded)\(path)/remoteConfig"
    }

    private func send(
        _ method: String,
        _ query: String,
        _ headers: [String: String],
        _ body: [UInt8]?
    ) async throws(GoogleFault) -> HTTPAnswer {
        let client = GoogleClient(
            account: account,
            scope: .remoteConfig,
            tokens: tokens,
            timeout: settings.timeout,
            now: now
        )
        return try await client.send(
            method,
            address + query,
            // Google sends the entity tag only to clients that accept gzip.
            headers: headers.merging(["Accept-Encoding": "gzip"]) { $1 },
            body: body,
            answerSizeMax: Limits.flagTemplateSizeMax
        )
    }

    private func template(from answer: HTTPAnswer) throws(GoogleFault) -> GoogleTemplate {
        let json = try Self.json(answer)
        guard answer.status == 200 else { throw Self.fault(answer.status, json) }
        guard let etag = answer.headers["etag"], !etag.isEmpty, json.object != nil else {
            throw GoogleFault(.away, Self.unclear)
        }
        do throws(FlagFaults) {
            return GoogleTemplate(
                template: try FlagTemplate.parsing(json),
                etag: etag,
                version: json["version"]?["versionNumber"]?.string
            )
        } catch {
            throw GoogleFault(.refused, Self.unclear)
        }
    }

    private static func json(_ answer: HTTPAnswer) throws(GoogleFault) -> JSON {
        do throws(Problem) {
            return try answer.json(sizeMax: Limits.flagTemplateSizeMax)
        } catch {
            // A body that is not JSON comes from something between this server and Google.
            guard answer.status == 200 else { return .null }
            throw GoogleFault(.away, unclear)
        }
    }

    private static func fault(_ status: Int, _ json: JSON) -> GoogleFault {
        let message = json["error"]?["message"]?.string
        let isMismatch =
            status == 412
            || status == 400 && (message?.contains("VERSION_MISMATCH") ?? false)
        let fault = GoogleFault(
            status: status,
            message,
            Localized("Google отказал", "Google has refused")
        )
        return isMismatch ? GoogleFault(.mismatch, fault.detail) : fault
    }

    private static let unclear = Localized(
        "Ответ Google не разобрать.",
        "Google's answer cannot be read."
    )
}
