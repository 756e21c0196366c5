import Core
import Storage
import Web

/// An invented user of a demonstration, with a history of actions.
struct DemoPerson: JSONReadable {
    struct Phone: JSONReadable {
        let model: String
        let versionOS: String

        init(json: JSON) throws(Fault) {
            model = try json.get("model")
            versionOS = try json.get("os")
        }
    }

    struct Correction: JSONReadable {
        let points: Int64
        let reason: String
        /// The name of the staff member.
        let author: String

        init(json: JSON) throws(Fault) {
            points = try json.get("points")
            reason = try json.get("reason")
            author = try json.get("by")
        }
    }

    let phone: PhoneNumber
    /// Nil if the profile is empty.
    let name: String?
    let email: String?
    let gender: String?
    let birth: String?
    let kids: Bool?
    /// The time since the app was installed.
    let age: Duration
    /// Nil if the user has requested a code and not entered it.
    let model: String?
    let versionOS: String
    /// The previous device.
    let before: Phone?
    let push: [String]
    /// The phone of the user who invited them.
    let friend: String?
    let rating: Int64?
    let review: String?
    let correction: Correction?
    let blockReason: String?

    init(json: JSON) throws(Fault) {
        guard let phone = PhoneNumber(try json.get("phone", as: String.self)) else {
            throw Fault("#/phone", "должно быть телефоном", "must be a phone")
        }
        self.phone = phone
        name = try json.get("name")
        email = try json.get("email")
        gender = try json.get("gender")
        birth = try json.get("birth")
        kids = try json.get("kids")
        age = .seconds(Self.number(try json.get("joined")) * 86_400)
        model = try json.get("model")
        versionOS = try json.get("os", as: String?.self) ?? "19.1"
        before = try json.get("before")
        push = try json.get("push", as: [String]?.self) ?? []
        friend = try json.get("friend")
        rating = try json.get("rating")
        review = try json.get("review")
        correction = try json.get("correction")
        blockReason = try json.get("blocked")
    }

    private static func number(_ json: JSON) -> Double {
        switch json {
        case .integer(let number): Double(number)
        case .decimal(let number): Double("\(number)") ?? 0
        case _: 0
        }
    }

    /// The fields of the profile, as the app sends them.
    var profile: MallBody {
        var members: [String: JSON] = [:]
        members["name"] = name.map { .string($0) }
        members["email"] = email.map { .string($0) }
        members["gender"] = gender.map { .string($0) }
        return MallBody(members)
    }

    /// The answers of the survey; nil if it was not taken.
    var answers: MallBody? {
        guard let birth, let kids else { return nil }
        return MallBody(["date_birth": .string(birth), "have_kids": .bool(kids)])
    }
}
