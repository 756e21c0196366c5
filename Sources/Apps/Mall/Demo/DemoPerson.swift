import Core
import Foundation
import Storage
import Web

/// An invented user of a demonstration, with a history of actions.
struct DemoPerson: Sendable {
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
    let before: (model: String, versionOS: String)?
    let push: [String]
    /// The phone of the user who invited them.
    let friend: String?
    let rating: Int64?
    let review: String?
    let correction: (points: Int64, reason: String, by: String)?
    let blockReason: String?

    init?(_ json: JSON) {
        guard let phone = json["phone"]?.string.flatMap({ PhoneNumber($0) }) else { return nil }
        self.phone = phone
        name = json["name"]?.string
        email = json["email"]?.string
        gender = json["gender"]?.string
        birth = json["birth"]?.string
        kids = json["kids"]?.bool
        age = .seconds(Self.number(json["joined"]) * 86_400)
        model = json["model"]?.string
        versionOS = json["os"]?.string ?? "19.1"
        before = json["before"].flatMap { telephone in
            telephone["model"]?.string.map { ($0, telephone["os"]?.string ?? "") }
        }
        push = json["push"]?.strings ?? []
        friend = json["friend"]?.string
        rating = json["rating"]?.integer
        review = json["review"]?.string
        correction = json["correction"].flatMap { correction in
            correction["points"]?.integer.map {
                ($0, correction["reason"]?.string ?? "", correction["by"]?.string ?? "")
            }
        }
        blockReason = json["blocked"]?.string
    }

    private static func number(_ json: JSON?) -> Double {
        switch json {
        case .integer(let number)?: Double(number)
        case .decimal(let number)?: NSDecimalNumber(decimal: number).doubleValue
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

    /// Reads the users of a file; none if the file does not exist.
    static func all(in file: String) throws -> [DemoPerson] {
        guard let data = FileManager.default.contents(atPath: file) else { return [] }
        return try JSON(parsing: [UInt8](data)).array?.compactMap { DemoPerson($0) } ?? []
    }
}
