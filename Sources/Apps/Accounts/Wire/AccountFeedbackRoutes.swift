import Core
import Hummingbird
import Storage
import Web

/// `users/feedback`: mails a message of a user, with a file, to the address of the template.
struct AccountFeedbackRoutes: Sendable {
    private static let fileSizeMax = 5 << 20
    private static let feedbackTextLengthMax = 10_000
    /// The number of messages of one user in an hour.
    private static let feedbackMax: Int64 = 10

    let services: Services

    func add(to group: RouterGroup<WebContext>) {
        group.post("users/feedback") { request, _ in try await tell(request) }
    }

    private func tell(_ request: Request) async throws -> Response {
        // The token is checked before the file is read.
        _ = try await AccountGate(services: services).account(request)
        let body = try await AccountBody(
            request,
            max: Self.fileSizeMax + Limits.accountBodySizeMax
        )
        guard let text = try body.lines("text", lengthMax: Self.feedbackTextLengthMax) else {
            throw AccountRefusal.noText
        }
        let subject = try body.text("subject", lengthMax: Limits.mailSubjectLengthMax) ?? "без темы"
        let file = try await file(of: body)
        let (now, services) = (services.now(), services)
        try await services.limited {
            try await services.ofAccount(request) { account, connection in
                try AccountLimits.hourly("feedback", of: account.id, Self.feedbackMax)
                    .count(at: now, on: connection)
                let settings = try services.appSettings.of("accounts", on: connection)
                let post = AccountMailer(settings, at: now, random: services.random)
                try post.feedback(
                    [
                        "name": account.card.fullName.isEmpty ? account.name : account.card.fullName,
                        "phone": account.phone ?? "", "email": account.email ?? "", "subject": subject,
                        "text": text,
                    ],
                    file,
                    on: connection
                )
                try connection.logAccountEvent(
                    .feedback,
                    AccountEvent.feedback(subject, file: file?.name),
                    of: account,
                    at: now
                )
            }
        }
        services.courier.wake()
        return .personal(.text("ok"))
    }

    private func file(of body: AccountBody) async throws -> MailFile? {
        guard let file = body.files.first else { return nil }
        guard file.size <= Self.fileSizeMax else {
            throw AccountRefusal.refusal("Файл больше \(Self.fileSizeMax >> 20) МБ")
        }
        var bytes: [UInt8] = []
        while case let piece = try await file.spool.piece(at: bytes.count), !piece.isEmpty { bytes += piece }
        return MailFile(name: file.name, bytes: bytes)
    }
}
