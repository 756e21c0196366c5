import Core
import Storage
import Web

/// Adds demo users by replaying their actions in order of time through the functions of the app itself.
struct DemoPeople: Sendable {
    private let services: Services
    private let people: [DemoPerson]
    private let now: Timestamp

    /// An action of a demo user at a moment.
    private struct Act: Sendable {
        enum Deed: Sendable {
            case install(model: String, versionOS: String)
            case ask, signIn, fillIn, enterCode, takeSurvey, share, rate, correct, block
            /// The index of an offer or event, modulo their number.
            case buy(Int)
            case use(Int)
            case attend(Int)
        }

        let at: Timestamp
        let person: Int
        let deed: Deed
    }

    /// The ids of a user so far.
    private struct Life: Sendable {
        var userID: String?
        var deviceID: String?
    }

    init(_ people: [DemoPerson], _ services: Services) {
        (self.people, self.services, now) = (people, services, services.now())
    }

    /// Returns the number of added users; those who exist already are skipped.
    func add() async throws -> Int {
        try await services.live.load()
        var lives = people.map { _ in Life() }
        let known = try await knownPhones()
        let acts = people.indices.filter { !known.contains(people[$0].phone.description) }.flatMap(acts(of:))
        for act in acts.sorted(by: { $0.at < $1.at }) {
            let (life, person) = (lives[act.person], people[act.person])
            do {
                lives[act.person] = try await services.database.write { connection in
                    try run(act, of: person, life, on: connection)
                }
            } catch is PointsFailure {
                // There are not enough points: the demo skips this action.
            } catch let problem as Problem where problem.kind == .invalid {
                // Sold out, or closed at that time: the demo skips this action.
            }
        }
        try await services.live.refresh()
        return lives.count { $0.userID != nil }
    }

    private func knownPhones() async throws -> Set<String> {
        let people = people
        return try await services.database.read { connection in
            try Set(
                people.map(\.phone.description).filter { phone in
                    try connection.mallUser(where: "u.phone = \(phone)") != nil
                }
            )
        }
    }

    // MARK: Timing

    /// The actions of a user from the installation to now; they follow from the index in the list.
    private func acts(of index: Int) -> [Act] {
        let person = people[index]
        let start = now.advanced(by: .zero - person.age)
        func at(_ part: Double, _ seconds: Double = 0) -> Timestamp {
            // The first minutes have steps of their own, and no action is in the future.
            let age = max(person.age / .seconds(1) - 600, 0)
            return start.advanced(by: .seconds(age * part + seconds))
        }
        var acts: [(Timestamp, Act.Deed)] = []
        guard let model = person.model else { return [Act(at: at(0), person: index, deed: .ask)] }
        if let before = person.before {
            acts.append((at(0), .install(model: before.model, versionOS: before.versionOS)))
            acts += [(at(0, 30), .ask), (at(0, 60), .signIn)]
            acts += [(at(0.5), .install(model: model, versionOS: person.versionOS)), (at(0.5, 30), .signIn)]
        } else {
            acts.append((at(0), .install(model: model, versionOS: person.versionOS)))
            acts += [(at(0, 30), .ask), (at(0, 60), .signIn)]
        }
        if person.name != nil { acts.append((at(0, 120), .fillIn)) }
        if person.friend != nil { acts.append((at(0, 180), .enterCode)) }
        if person.answers != nil { acts.append((at(0, 240), .takeSurvey)) }
        for step in 0..<(index % 4) where person.name != nil {
            acts.append((at(0.6 + 0.1 * Double(step)), .share))
        }
        if person.correction != nil { acts.append((at(0.55), .correct)) }
        if person.name != nil, index % 7 != 3 {
            // Offers and events of a demo are a few days old.
            let recent = min(person.age / .seconds(1) - 600, 5 * 86_400)
            // Spreads equal actions of different users over the hour.
            let own = Double(index * 7919 % 3600)
            func lately(_ part: Double) -> Timestamp {
                now.advanced(by: .seconds(-max(recent - own, 300) * (1 - part)))
            }
            for step in 0..<(2 + index % 3) {
                let choice = index * 3 + step * 5
                acts.append((lately(0.3 + 0.15 * Double(step)), .buy(choice)))
                if (index + step) % 3 == 0 { acts.append((lately(0.85 + 0.01 * Double(step)), .use(choice))) }
            }
            if index % 2 == 0 { acts.append((lately(0.2), .attend(index))) }
            if index % 5 == 0 { acts.append((lately(0.75), .attend(index + 3))) }
        }
        if person.rating != nil { acts.append((at(0.9), .rate)) }
        if person.blockReason != nil { acts.append((at(0.97), .block)) }
        return acts.map { Act(at: $0.0, person: index, deed: $0.1) }
    }

    // MARK: Performing

    private func run(
        _ act: Act,
        of person: DemoPerson,
        _ life: Life,
        on connection: any Connection
    ) throws -> Life {
        var life = life
        switch act.deed {
        case .install(let model, let versionOS):
            life.deviceID = try connection.installDemo(model, versionOS, person.push, at: act.at, services)
        case .ask:
            _ = try connection.addMallUser(person.phone, at: act.at, random: services.random)
            life.userID = try connection.mallUser(where: "u.phone = \(person.phone.description)")?.id
        case _:
            guard let id = life.userID, let user = try connection.mallUser(id) else { return life }
            try run(act, of: person, user, life.deviceID, on: connection)
        }
        return life
    }

    private func run(
        _ act: Act,
        of person: DemoPerson,
        _ user: MallUser,
        _ deviceID: String?,
        on connection: any Connection
    ) throws {
        let (at, random) = (act.at, services.random)
        let purchase = Purchase(services: services, now: at)
        switch act.deed {
        case .install, .ask: break
        case .signIn:
            let token = MallToken(random: random)
            let device = try connection.mallDevice(deviceID)
            try connection.startMallSession(of: user.id, on: device, token, at: at)
        case .fillIn:
            try connection.apply(try ProfileChanges(person.profile, at: at), to: user.id, at: at)
            try award("points_registration", .registration, to: user.id, at: at, on: connection)
        case .enterCode:
            let friend = try connection.mallUser(where: "u.phone = \(person.friend ?? "")")
            guard let code = friend?.referralCode else { return }
            let programme = ReferralProgramme(services: services, now: at)
            try programme.enter(code, by: user.id, isRepeatable: true, on: connection)
        case .takeSurvey:
            guard let answers = person.answers else { return }
            try connection.apply(try ProfileChanges(answers, at: at), to: user.id, at: at)
            try connection.send("UPDATE mall_users SET surveyed_at = \(at) WHERE id = \(user.id)")
            try award("points_survey", .survey, to: user.id, at: at, on: connection)
        case .share:
            try connection.send(
                "UPDATE mall_users SET count_share = count_share + 1 WHERE id = \(user.id)"
            )
        case .buy(let choice):
            _ = try purchase.buy(one(of: Offers.type, choice), by: user, key: nil, on: connection)
        case .use(let choice):
            guard let offer = one(of: Offers.type, choice) else { return }
            _ = try connection.useGift(offer, of: user.id, at: at, random: random)
        case .attend(let choice):
            _ = try purchase.attend(one(of: Events.type, choice), by: user, on: connection)
        case .rate:
            let device = try connection.mallDevice(deviceID)
            let rating = person.rating ?? 5
            _ = try connection.review(of: device, rating, person.review, at: at, random: random)
        case .correct: try correct(person, user.id, at: at, on: connection)
        case .block: try block(person, user.id, at: at, on: connection)
        }
    }

    /// No member of staff has done it, so the audit has no entry.
    private func block(
        _ person: DemoPerson,
        _ id: String,
        at: Timestamp,
        on connection: any Connection
    ) throws {
        try connection.endMallSession(of: id, at: at)
        try connection.send(
            "UPDATE mall_users SET blocked_at = \(at), block_reason = \(person.blockReason) WHERE id = \(id)"
        )
    }

    /// One of the entries, except every third, so that lists show unused ones too.
    private func one(of type: ContentType, _ choice: Int) -> String? {
        let contents = services.live.state[type.name].contents.enumerated().filter { $0.offset % 3 != 2 }
            .map(\.element)
        return contents.isEmpty ? nil : contents[choice % contents.count].id
    }

    private func award(
        _ setting: String,
        _ cause: PointsCause,
        to id: String,
        at: Timestamp,
        on connection: any Connection
    ) throws {
        let settings = try services.appSettings.of("mall", on: connection)
        let change = PointsChange.award(
            settings.integer(setting),
            to: id,
            for: cause,
            key: "\(cause.name):\(id)",
            settings
        )
        _ = try connection.move(change, at: at, random: services.random)
    }

    private func correct(
        _ person: DemoPerson,
        _ id: String,
        at: Timestamp,
        on connection: any Connection
    ) throws {
        guard let correction = person.correction else { return }
        let change = PointsChange(
            correction.points,
            of: id,
            with: .corrections,
            for: .correction,
            key: "demo:\(id)",
            author: correction.author,
            note: correction.reason
        )
        _ = try connection.move(change, at: at, random: services.random)
    }
}

extension Connection {
    /// Adds a device as the app registers it, with its notification settings.
    fileprivate func installDemo(
        _ model: String,
        _ versionOS: String,
        _ push: [String],
        at now: Timestamp,
        _ services: Services
    ) throws -> String {
        let device = try NewDevice(
            MallBody([
                "install_app": .integer(now.microseconds / 1_000_000), "os": "iOS",
                "version_os": .string(versionOS), "model": .string(model),
            ]),
            at: now,
            random: services.random
        )
        let (id, _) = try addMallDevice(device, at: now)
        let token: String? = push.isEmpty ? nil : Hex.encode(services.random(32))
        try send(
            """
            UPDATE mall_devices SET push_token = \(token), enable_push_event = \(push.contains("event")),
                enable_push_promotion = \(push.contains("promotion")), enable_push_children = \(push.contains("children"))
            WHERE id = \(id)
            """
        )
        return id
    }
}

extension Mall {
    package func addDemoPeople(from folder: String, _ services: Services) async throws -> Int {
        try await DemoPeople([DemoPerson](demoFile: "\(folder)/people.json"), services).add()
    }
}
