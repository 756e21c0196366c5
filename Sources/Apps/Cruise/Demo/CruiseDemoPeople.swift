import Core
import Storage
import Web

/// Invented users of a demonstration, added through the functions of the app; always the same.
struct CruiseDemoPeople: Sendable {
    static let count = 40
    private static let women = ["Анна", "Мария", "Елена", "Ольга", "Наталья", "Ирина", "Светлана", "Татьяна"]
    private static let men = [
        "Александр", "Дмитрий", "Сергей", "Андрей", "Алексей", "Михаил", "Иван", "Павел",
    ]
    private static let surnames = [
        "Иванов", "Смирнов", "Кузнецов", "Попов", "Соколов", "Лебедев", "Новиков", "Морозов", "Волков",
        "Зайцев",
    ]
    private static let fathers = ["Иванов", "Сергеев", "Александров", "Михайлов", "Павлов"]
    private static let issuers = [
        "ГУ МВД России по г. Москве", "УМВД России по Нижегородской области", "МВД по Республике Татарстан",
    ]
    private static let callbackStates = ["new", "work", "done"]

    private let services: Services
    private let now: Timestamp

    init(_ services: Services) {
        (self.services, now) = (services, services.now())
    }

    /// Returns the number of added users; those who exist already are skipped.
    func add() async throws -> Int {
        try await services.live.load()
        let citizenships = CruiseCitizenships(services.live.state).countries.map(\.id)
        let cruises = services.live.state["cruises"].contents.prefix(Self.count)
            .map { (id: $0.id, title: $0.text("title", .ru)) }
        let key = try await services.secrets.secret(CruiseDevice.secretName)
        var added = 0
        for index in 0..<Self.count {
            let cruise = cruises.isEmpty ? nil : cruises[index % cruises.count]
            let isNew = try await services.database.write { connection in
                guard let id = try addUser(index, citizenships, on: connection) else { return false }
                try addDevice(index, of: id, key, on: connection)
                try addCallback(index, of: id, cruise, on: connection)
                return true
            }
            if isNew { added += 1 }
        }
        return added
    }

    private func phone(_ index: Int) -> PhoneNumber { PhoneNumber(kept: "+7999000\(4_001 + index)") }

    /// The time at which a user has registered: some days ago, each at another hour.
    private func registered(_ index: Int) -> Timestamp {
        now.advanced(by: .seconds(-(1 + 2 * index) * 86_400 + index * 1_733))
    }

    private func addUser(
        _ index: Int,
        _ citizenships: [String],
        on connection: any Connection
    ) throws -> String? {
        let at = registered(index)
        guard let id = try connection.addCruiseUser(phone(index), at: at, random: services.random) else {
            return nil
        }
        let today = CivilDate(daysSince1970: now.seconds / 86_400)
        let rules = PersonalData.Rules(today: today) { citizenships.contains($0) }
        _ = try connection.changeCruiseProfile(of: id, body(index, citizenships), rules)
        let seen = now.advanced(by: .seconds(-index * 7_919))
        try connection.send(
            """
            UPDATE cruise_users SET signed_in_at = \(max(at, seen)), gets_promos = \(index % 5 != 4) WHERE id = \(id)
            """
        )
        if index % 19 == 18 {
            try connection.send(
                """
                UPDATE cruise_users SET blocked_at = \(seen), block_reason = \("Спорный платёж, ждём ответа банка")
                WHERE id = \(id)
                """
            )
        }
        return id
    }

    /// Some have only a name, and some have filled in a passport.
    private func body(_ index: Int, _ citizenships: [String]) -> CruiseBody {
        let isWoman = index % 2 == 0
        let (surname, father) = (Self.surnames[index % 10], Self.fathers[index % 5])
        var members: [String: JSON] = [
            "surname": .string(surname + (isWoman ? "а" : "")),
            "name": .string((isWoman ? Self.women : Self.men)[index / 2 % 8]),
            "sex": isWoman ? 2 : 1, "email": .string("guest\(index + 1)@example.org"),
        ]
        guard index % 3 != 2 else { return CruiseBody(members) }
        members["patronymic"] = .string(father + (isWoman ? "на" : "ич"))
        members["birthday"] = .string("\(1_955 + index).0\(1 + index % 9).1\(index % 9)")
        guard index % 3 == 0 else { return CruiseBody(members) }
        members["passp_type"] = 1
        members["passp_number"] = .string("45\(10 + index % 15) \(100_001 + index * 7_321)")
        members["passp_date"] = .string("\(2_012 + index % 12).0\(1 + index % 9).15")
        members["passp_vidan"] = .string(Self.issuers[index % 3])
        if let citizenship = citizenships.first { members["citizenship_id"] = .string(citizenship) }
        return CruiseBody(members)
    }

    /// A made-up token, so that nothing reaches a telephone; a blocked user has none.
    private func addDevice(
        _ index: Int,
        of userID: String,
        _ key: [UInt8],
        on connection: any Connection
    ) throws {
        guard index % 19 != 18, index % 4 != 3 else { return }
        let end = now.advanced(by: .seconds(30 * 86_400))
        let at = registered(index)
        guard
            let session = try connection.startCruiseSession(
                of: userID,
                at: at,
                until: end,
                random: services.random
            ),
            let device = CruiseDevice(
                token: "demo-device-\(index)",
                platform: index % 3 == 0 ? .ios : .android
            )
        else { return }
        try connection.saveCruiseDevice(
            device,
            of: CruiseBinding(userID: userID, sessionID: session),
            key: key,
            at: now.advanced(by: .seconds(-index * 7_919)),
            random: services.random
        )
    }

    private func addCallback(
        _ index: Int,
        of userID: String,
        _ cruise: (id: String, title: String)?,
        on connection: any Connection
    ) throws {
        guard index % 3 == 1 else { return }
        let at = now.advanced(by: .seconds(-index * 11_003))
        try connection.send(
            """
            INSERT INTO cruise_callbacks (id, phone, user_id, cruise_id, cruise_title, kind, state, created_at, updated_at)
            VALUES (\(Identifier.new(at: at, random: services.random)), \(phone(index).description), \(userID),
                \(cruise?.id), \(cruise?.title), 0, \(Self.callbackStates[index / 3 % 3]), \(at), \(at))
            """
        )
    }
}
