import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Everything about one person, and what staff may do to them (M127).
struct UserPage {
    let console: Console
    let context: ConsoleContext
    /// Which dialog stands open.
    var dialog: String?
    /// What was typed into it, and what is wrong with that.
    var form = Form([])
    var problem: Problem?
    /// The whole number, where somebody has just asked for it.
    var phone: String?

    init(
        _ console: Console,
        _ context: ConsoleContext,
        dialog: String? = nil,
        form: Form = Form([]),
        problem: Problem? = nil
    ) {
        (self.console, self.context, self.dialog) = (console, context, dialog)
        (self.form, self.problem) = (form, problem)
    }

    private var language: Language { context.language }

    func show(_ id: String) async throws -> Response {
        let user = try await console.api(context).get("/mall/users/\(id)")
        let isTest = try await console.services.appSettings.of("mall")["test_mode"].bool == true
        let words = UserWords(user, language)
        let path = "\(UserPages.path)/\(user["id"]?.string ?? id)"
        let points = PointsDialog(
            id: user["id"]?.string ?? id,
            account: ["user": user, "balance": user["balance"] ?? 0],
            back: path,
            isOpen: dialog == "points"
        )
        var page = ConsolePage("person", title: words.name, path: UserPages.path)
        page.status = problem?.kind.status ?? .ok
        page.context = head(user, words, path, isTest: isTest).merged(with: dialogs(user))
            .merged(with: UserCards(user, console.time(context), language).json)
            .merged(with: ["points": points.json(context)])
        return try await console.show(page, context)
    }

    private func head(_ user: JSON, _ words: UserWords, _ path: String, isTest: Bool) -> JSON {
        let (author, time) = (context.author, console.time(context))
        let isErased = user["is_erased"] == true
        let isKnown = user["confirmed_at"]?.string != nil && !isErased && user["is_blocked"] != true
        // Two digits are what everybody sees.
        let digits = String((user["phone"]?.string ?? "").filter(\.isNumber).suffix(2))
        let since = user["created_at"]?.string.flatMap { Timestamp($0) }.map { time.day($0) } ?? ""
        return [
            "id": user["id"] ?? "", "path": .string(path), "name": .string(words.name),
            "initials": .string(words.initials),
            "colour": .integer(Int64(Shell.colour(of: user["id"]?.string ?? ""))), "pills": words.pills,
            "is_known": .bool(isKnown), "since": .string(since), "is_erased": .bool(isErased),
            "is_blocked": .bool(user["is_blocked"] == true),
            "is_masked": .bool(!author.may(.readPeople)), "whole_phone": JSON(phone ?? ""),
            "phone": JSON(phone ?? user["phone"]?.string ?? ""),
            "may_reveal": .bool(author.may(.readPeople) && phone == nil && !isErased),
            "may_write": .bool(author.may(.writePeople) && !isErased),
            // Whoever sees initials would save them over the name.
            "may_edit": .bool(author.may(.writePeople) && author.may(.readPeople) && !isErased),
            "may_correct": .bool(author.may(.correctPoints) && !isErased),
            "is_signed_in": .bool(user["is_signed_in"] == true),
            "codes": JSON(
                isTest && author.may(.readCodes) && !isErased ? "/people/codes?phone=\(digits)" : ""
            ),
            "ledger": .string("\(PointsPages.path)?user=\(user["id"]?.string ?? "")"),
            "ledger_file": JSON(
                author.may(.readPeople)
                    ? "/admin/api/v1/mall/points/export?user=\(user["id"]?.string ?? "")&bom=true&separator=;"
                    : ""
            ),
        ]
    }

    private func dialogs(_ user: JSON) -> JSON {
        func text(_ name: String, _ otherwise: String = "") -> JSON {
            .string(problem == nil ? otherwise : form[name] ?? "")
        }
        return [
            "edit": [
                "is_open": .bool(dialog == "edit"), "name_value": text("name", user["name"]?.string ?? ""),
                "email_value": text("email", user["email"]?.string ?? ""),
                "name_fault": fault("#/name"), "email_fault": fault("#/email"), "fault": fault("#"),
            ],
            "block": [
                "is_open": .bool(dialog == "block"), "reason": text("reason"), "fault": fault("#/reason"),
            ],
            "erase": [
                "is_open": .bool(dialog == "erase"), "digits": text("digits"), "fault": fault("#/digits"),
            ],
        ]
    }

    private func fault(_ pointer: String) -> JSON {
        .string(
            problem?.faults.first { $0.pointer == pointer }.map { fault in
                let text = fault.detail[language]
                return text.prefix(1).uppercased() + text.dropFirst()
            } ?? ""
        )
    }
}
