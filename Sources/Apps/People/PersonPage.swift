import Core
import Hummingbird
import Storage
import Web

/// The page about one person, whichever app they use.
protocol PersonPage: SendableMetatype {
    /// Where it stands: `/people`.
    static var path: String { get }
    /// Where the admin API has the same: `/mall/users`.
    static var api: String { get }
    /// The list of codes of the app, up to the digits of a phone.
    static var codes: String { get }
    static var app: String { get }
    static var heading: Localized { get }
    /// What happens with a block, and what goes and what stays with an erasure.
    static var outcomes: (block: Localized, erasure: Localized) { get }

    var console: Console { get }
    var context: ConsoleContext { get }
    var dialog: OpenDialog { get set }
    /// The whole number, where somebody has just asked for it.
    var phone: String? { get set }

    init(_ console: Console, _ context: ConsoleContext)

    func show(_ id: String) async throws -> Response
}

extension PersonPage {
    var language: Language { context.language }

    /// Who it is, and what whoever looks may do.
    func head(_ words: some PersonLabels) async throws -> JSON {
        let (author, person) = (context.author, words.person)
        let isErased = person["is_erased"] == true
        let isWritable = author.may(.writePeople) && !isErased
        let readsPeople = author.may(.readPeople)
        let time = console.time(context)
        let since = person["created_at"]?.string.flatMap { Timestamp($0) }.map { time.day($0) } ?? ""
        return words.title.adding([
            "pills": .array(words.pills), "since": .string(since), "is_erased": .bool(isErased),
            "is_blocked": .bool(person["is_blocked"] == true), "is_masked": .bool(!readsPeople),
            "whole_phone": JSON(phone ?? ""), "phone": JSON(phone ?? person["phone"]?.string ?? ""),
            "may_reveal": .bool(readsPeople && phone == nil && person["phone"]?.string != nil),
            "may_write": .bool(isWritable),
            // Whoever sees initials would save them over the name.
            "may_edit": .bool(isWritable && readsPeople),
            "may_erase": .bool(isWritable && readsPeople),
            "is_signed_in": .bool(person["is_signed_in"] == true),
            "crumb": ["path": .string(Self.path), "title": .string(Self.heading[language])],
            "codes": JSON(isErased ? "" : try await codes(of: person)),
            "refusal": JSON(
                dialog.problem?.kind == .conflict ? dialog.problem?.detail[language] ?? "" : ""
            ),
        ])
    }

    /// The codes of this person, which only a test shows.
    private func codes(of person: JSON) async throws -> String {
        let isTest = try await console.services.appSettings.of(Self.app).bool("test_mode")
        guard isTest, context.author.may(.readCodes) else { return "" }
        // Two digits are what everybody sees.
        let digits = (person["phone"]?.string ?? "").filter(\.isNumber).suffix(PhoneNumber.shownDigitsCount)
        return Self.codes + digits
    }

    /// The dialogs that every such page has.
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
