import Storage

/// Firebase Cloud Messaging (HTTP v1 API) for the apps of one project.
package struct FCM: Sendable {
    private static let pushAnswerSizeMax = 64 << 10

    /// The result of an attempt.
    enum Outcome: Sendable, Hashable {
        /// The name that Firebase gave the message.
        case sent(String)
        /// The app is no longer installed there, so the token is invalid.
        case unregistered(Localized)
    }

    let settings: GoogleSettings
    let project: String
    private let tokens = GoogleTokens()
    private let now: @Sendable () -> Timestamp

    /// Nil if no project is configured.
    package init?(_ settings: GoogleSettings, now: @escaping @Sendable () -> Timestamp) {
        guard let project = settings.pushProject else { return nil }
        (self.settings, self.project, self.now) = (settings, project, now)
    }

    /// The key file is read each time, so that a new one takes effect at once.
    func send(_ push: Push) async throws(GoogleFault) -> Outcome {
        let client = GoogleClient(
            account: try GoogleAccount.load(project: project, from: settings.keys),
            scope: .messaging,
            tokens: tokens,
            timeout: settings.timeout,
            now: now
        )
        let answer = try await client.send(
            "POST",
            "\(settings.pushURL)/v1/projects/\(project.percentEncoded)/messages:send",
            headers: ["Content-Type": "application/json; charset=utf-8"],
            body: Self.body(push).bytes,
            answerSizeMax: Self.pushAnswerSizeMax
        )
        let json = (try? answer.json(sizeMax: Self.pushAnswerSizeMax)) ?? .null
        if answer.status == 200 {
            guard let name = json["name"]?.string else { throw GoogleFault(.away, Self.unclear) }
            return .sent(name)
        }
        let error = json["error"]
        let code = error?["details"]?.array?.compactMap { $0["errorCode"]?.string }.first
        let fault = GoogleFault(
            status: answer.status,
            [code, error?["message"]?.string].compactMap { $0 }.joined(separator: ", "),
            Localized("Firebase отказал", "Firebase has refused")
        )
        // Every other refusal may be about this server or its key, and not about the device.
        if answer.status == 404, code == "UNREGISTERED" { return .unregistered(fault.detail) }
        throw fault
    }

    private static func body(_ push: Push) -> JSON {
        var notification: [String: JSON] = ["title": .string(push.title), "body": .string(push.text)]
        if let image = push.image { notification["image"] = .string(image) }
        var message: [String: JSON] = ["token": .string(push.token), "notification": .object(notification)]
        if !push.data.isEmpty { message["data"] = .object(push.data.mapValues { .string($0) }) }
        return ["message": .object(message)]
    }

    private static let unclear = Localized(
        "Ответ Firebase не разобрать.",
        "Firebase's answer cannot be read."
    )
}
