import Core
import Hummingbird
import Storage
import Web

/// Points for actions: registration, survey, a friend's code (mall.md section 3.3, U3–U5).
struct AwardRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<WebContext>) {
        group.post("mobile-users/{id}/add-register") { request, context in
            try await register(context.mallID, MallToken(request.headers), request.mallLanguage)
        }
        group.post("mobile-users/{id}/survey") { request, context in
            try await survey(context.mallID, MallToken(request.headers), request.mallLanguage)
        }
        group.post("mobile-users/{id}/referral") { request, context in
            let code = try await MallBody(request).required("referral_code", lengthMax: 100)
            return try await enter(code, context.mallID, MallToken(request.headers), request.mallLanguage)
        }
    }

    /// U3: awards the points for the registration; `[]` if they were awarded before.
    private func register(_ id: String?, _ token: MallToken?, _ language: Language) async throws -> Response {
        let user = try await user(id, token) { $0.registeredAt != nil }
        guard user.registeredAt != nil else {
            throw Problem.wrong(
                Localized("Сначала заполните имя и почту.", "First fill in your name and e-mail address.")
            )
        }
        guard let entry = try await award("points_registration", .registration, to: user) else {
            return .personal(.nothing)
        }
        return .personal(PublicAnswer { json in MallTransaction(entry).write(language, &json) })
    }

    /// U5: awards the points for the survey once; both answers are required.
    private func survey(_ id: String?, _ token: MallToken?, _ language: Language) async throws -> Response {
        let user = try await user(id, token) { $0.dateBirth != nil && $0.haveKids != nil }
        guard user.dateBirth != nil, user.haveKids != nil else {
            throw Problem.wrong(Localized("Ответьте на оба вопроса.", "Answer both questions."))
        }
        guard let entry = try await award("points_survey", .survey, to: user) else {
            throw Problem.wrong(Localized("Опрос уже пройден.", "The survey has been taken already."))
        }
        return .personal(PublicAnswer { json in MallTransaction(entry).write(language, &json) })
    }

    /// U4: enters a friend's code.
    private func enter(
        _ code: String,
        _ id: String?,
        _ token: MallToken?,
        _ language: Language
    ) async throws -> Response {
        let programme = ReferralProgramme(services: services, now: services.now())
        let entry = try await services.database.write { connection in
            let user = try connection.mallUser(id, token)
            return try programme.enter(code, by: user.id, isRepeatable: false, on: connection)
        }
        guard let entry else { return .personal(.nothing) }
        return .personal(PublicAnswer { json in MallTransaction(entry).write(language, &json) })
    }

    /// The signed-in user; waits for the profile, which an app may save at the same moment (mall.md 6.10).
    private func user(
        _ id: String?,
        _ token: MallToken?,
        until isReady: (MallUser) -> Bool
    ) async throws -> MallUser {
        let services = services
        let settings = try await services.appSettings.of("mall")
        let end = ContinuousClock.now.advanced(by: .milliseconds(settings.integer("profile_wait")))
        while true {
            let user = try await services.database.read { connection in try connection.mallUser(id, token) }
            guard !isReady(user), ContinuousClock.now < end else { return user }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Nil if the points were awarded before.
    private func award(
        _ setting: String,
        _ cause: PointsCause,
        to user: MallUser
    ) async throws -> PointsEntry? {
        let (now, services) = (services.now(), services)
        do {
            return try await services.database.write { connection in
                let settings = try services.appSettings.of("mall", on: connection)
                if cause == .survey {
                    try connection.send(
                        "UPDATE mall_users SET surveyed_at = coalesce(surveyed_at, \(now)) WHERE id = \(user.id)"
                    )
                }
                return try connection.move(
                    .award(
                        settings.integer(setting),
                        to: user.id,
                        for: cause,
                        key: "\(cause.name):\(user.id)",
                        settings
                    ),
                    at: now,
                    random: services.random
                )
            }
        } catch PointsFailure.repeated {
            return nil
        } catch let failure as PointsFailure {
            throw Problem(failure)
        }
    }
}

extension PointsChange {
    /// Points from the programme, with the lifetime of the setting.
    static func award(
        _ points: Int64,
        to accountID: String,
        for cause: PointsCause,
        key: String,
        _ settings: AppSettings
    ) -> PointsChange {
        let days = settings.integer("points_days")
        return PointsChange(
            points,
            of: accountID,
            with: .issued,
            for: cause,
            key: key,
            author: "app",
            life: days == 0 ? nil : .seconds(86_400 * days)
        )
    }
}

extension Problem {
    /// The refusal of a change of points in the words of the app (M53, M106).
    init(_ failure: PointsFailure) {
        switch failure {
        case .short(let missing):
            self = .wrong(
                Localized(
                    "Не хватает \(missing) \(plural(Int(clamping: missing), "балла", "баллов", "баллов")).",
                    "You are \(missing) \(missing == 1 ? "point" : "points") short."
                )
            )
        case .repeated: self = .wrong(Localized("Это уже сделано.", "This was done already."))
        case .noAccount: self = .unknownUser
        case .tooMuch: self = .wrong(Localized("Слишком много баллов.", "That is too many points."))
        }
    }
}
