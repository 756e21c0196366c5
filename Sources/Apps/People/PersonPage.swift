import Core
import Hummingbird
import Storage
import Web

/// The page about one user of any app.
protocol PersonPage: SendableMetatype {
    associatedtype Operations: PersonOperations

    /// The path of the list: `/people`.
    static var path: String { get }
    /// The path in the admin API: `/mall/users`.
    static var api: String { get }
    /// The ids of the operations that unblock and change a user.
    static var operations: (unblock: String, change: String) { get }
    /// The path of the app's codes, up to the digits of a phone.
    static var codes: String { get }
    static var app: String { get }
    static var heading: Localized { get }
    /// The consequences of a block and of an erasure.
    static var outcomes: (block: Localized, erasure: Localized) { get }

    var console: Console { get }
    var context: ConsoleContext { get }
    var dialog: OpenDialog { get set }
    /// The whole number, if it was just revealed.
    var phone: String? { get set }

    init(_ console: Console, _ context: ConsoleContext)

    func show(_ id: String) async throws -> Response
}

extension PersonPage {
    var language: Language { context.language }

    /// The head of the page: the user, and the permissions of the reader.
    func head(_ words: some PersonLabels, isSignedIn: Bool) async throws -> JSON {
        let (author, isErased) = (context.author, words.isErased)
        let isWritable = author.may(.writePeople) && !isErased
        let readsPeople = author.may(.readPeople)
        return words.title.adding([
            "pills": .array(words.pills), "since": .string(console.time(context).day(words.createdAt)),
            "is_erased": .bool(isErased),
            "is_blocked": .bool(words.isBlocked), "is_masked": .bool(!readsPeople),
            "whole_phone": JSON(phone ?? ""), "phone": JSON(phone ?? words.phone ?? ""),
            "may_reveal": .bool(readsPeople && phone == nil && words.phone != nil),
            "may_write": .bool(isWritable),
            // An editor who sees only initials would overwrite the name with them.
            "may_edit": .bool(isWritable && readsPeople),
            "may_erase": .bool(isWritable && readsPeople),
            "is_signed_in": .bool(isSignedIn),
            "crumb": ["path": .string(Self.path), "title": .string(Self.heading[language])],
            "codes": JSON(isErased ? "" : try await codes(words.phone)),
            "refusal": JSON(
                dialog.problem?.kind == .conflict ? dialog.problem?.detail[language] ?? "" : ""
            ),
        ])
    }

    /// The path of this user's codes; empty outside test mode.
    private func codes(_ phone: String?) async throws -> String {
        let isTest = try await console.services.appSettings.of(Self.app).bool("test_mode")
        guard isTest, context.author.may(.readCodes) else { return "" }
        // Two digits are shown without permission to read people.
        let digits = (phone ?? "").filter(\.isNumber).suffix(PhoneNumber.shownDigitsCount)
        return Self.codes + digits
    }

    /// The dialogs of every such page.
    var dialogs: JSON {
        [
            "block": [
                "is_open": dialog.isOpen("block"), "reason": dialog.text("reason"),
                "fault": dialog.fault("reason", language), "outcome": .string(Self.outcomes.block[language]),
            ],
            "erase": [
                "is_open": dialog.isOpen("erase"), "digits": dialog.text("digits"),
                "fault": dialog.fault("digits", language),
                "outcome": .string(Self.outcomes.erasure[language]),
            ],
        ]
    }
}
