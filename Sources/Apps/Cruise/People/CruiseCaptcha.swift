import Core
import Hummingbird
import Storage
import Web

/// Asks for a captcha from phones and addresses that ask for many codes, as Yandex SmartCaptcha checks it.
struct CruiseCaptcha: Sendable {
    private static let window: Duration = .seconds(3600)
    private static let tokenLengthMax = 4_000
    private static let answerSizeMax = 16 << 10
    private static let timeout: Duration = .seconds(5)

    let services: Services

    /// Throws code 5016 if a captcha is required, and the request has none that was solved.
    func check(_ body: CruiseBody, _ phone: PhoneNumber, address: String) async throws {
        let settings = try await services.appSettings.of(Cruise.app)
        let countMax = settings.integer("captcha_after")
        guard countMax > 0 else { return }
        guard try await isOver(countMax, phone, address: address) else { return }
        guard let token = try body.text("captcha_token", "smart-token", lengthMax: Self.tokenLengthMax),
            await isSolved(token, settings, address: address)
        else { throw CruiseError.special(5016, "Captcha required") }
    }

    /// Counts a request; true if there were too many in the last hour.
    private func isOver(_ countMax: Int64, _ phone: PhoneNumber, address: String) async throws -> Bool {
        let limits = [
            AttemptLimit(
                key: "cruise-captcha:phone:\(phone.description)",
                countMax: countMax,
                window: Self.window
            ),
            address.isEmpty
                ? nil
                : AttemptLimit(
                    key: "cruise-captcha:address:\(NetworkAddress.limited(address))",
                    countMax: countMax,
                    window: Self.window
                ),
        ].compactMap { $0 }
        let now = services.now()
        do {
            try await services.database.write { try limits.count(at: now, on: $0) }
            return false
        } catch let problem as Problem where problem.kind == .limited {
            return true
        }
    }

    /// A service that cannot be asked has confirmed nothing.
    private func isSolved(_ token: String, _ settings: AppSettings, address: String) async -> Bool {
        guard let url = settings.text("captcha_url"), let secret = settings.text("captcha_secret") else {
            return false
        }
        let client = HTTPClient(
            timeout: Self.timeout,
            bodySizeMax: Self.answerSizeMax,
            destinations: .outside(and: services.settings.hookHosts)
        )
        let form = [("secret", secret), ("token", token), ("ip", address)]
            .map { "\($0.0)=\($0.1.percentEncoded)" }.joined(separator: "&")
        let answer = try? await client.send(
            "POST",
            url,
            headers: [("Content-Type", "application/x-www-form-urlencoded")],
            body: .bytes(Array(form.utf8))
        )
        guard let answer, answer.status == 200, let json = try? JSON(parsing: answer.body) else {
            return false
        }
        return json["status"]?.string == "ok"
    }
}
