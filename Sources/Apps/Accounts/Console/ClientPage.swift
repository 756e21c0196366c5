import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// One client with the zones of the partners, and a form for one of them.
struct ClientPage {
    private let console: Console
    private let context: ConsoleContext
    /// The zone whose form is open; `new` for a new one.
    private let part: String?
    var form: Form?
    var problem: Problem?

    init(_ console: Console, _ context: ConsoleContext, part: String?) {
        (self.console, self.context, self.part) = (console, context, part)
    }

    private var language: Language { context.language }

    /// The fields of the form as the API takes them.
    static func members(_ form: Form) -> [String: JSON] {
        func number(_ name: String) -> JSON {
            let text = (form[name] ?? "").filter { !$0.isWhitespace }
            return text.isEmpty ? 0 : Int64(text).map { .integer($0) } ?? .string(text)
        }
        let domain = (form["domain_id"] ?? "").trimmingSpaces
        let lines = (form["channels"] ?? "").split(separator: "\n")
        let channels = lines.map { line -> JSON in
            let words = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { String($0).trimmingSpaces }
            let url = words.count > 2 ? words[2...].joined(separator: "|") : ""
            return [
                "kind": .string(words.first ?? ""), "name": .string(words.count > 1 ? words[1] : ""),
                "prepay_url": url.isEmpty ? .null : .string(url),
            ]
        }
        return [
            "domain_id": domain.isEmpty ? .null : .string(domain),
            "name": .string(form["name"] ?? ""), "forfeit": number("forfeit"),
            "discount": number("discount"), "is_banned": .bool(form["is_banned"] == "true"),
            "terminal": JSON(form["terminal"].flatMap { $0.isEmpty ? nil : $0 }),
            "channels": .array(channels),
        ]
    }

    func show(_ id: String) async throws -> Response {
        let client = try await ClientOperations(console.services, context.staff).look(id)
        let (line, reader) = (client.line, context.author)
        let name = ClientPages.name(of: line, for: reader, language)
        let isWritable = context.author.may(.writePeople)
        var page = ConsolePage("account-client", title: name, path: ClientPages.path)
        page.status = problem?.kind.status ?? .ok
        page.context = [
            "name": .string(name), "path": .string("\(ClientPages.path)/\(id)"),
            "phone": .string(line.phone ?? ""), "email": .string(line.email(for: reader) ?? ""),
            "account_path": .string(line.userID.map { "\(AccountPage.path)/\($0)" } ?? ""),
            "may_write": .bool(isWritable), "parts": .array(client.parts.map(row)),
            "editor": isWritable ? editor(client.parts) : .null,
            "bar": "|",
            "refusal": .string(form == nil ? problem?.detail[language] ?? "" : ""),
        ]
        return try await console.show(page, context)
    }

    private func row(_ part: PartnerAccount) -> JSON {
        [
            "part_id": .string(part.id), "revision": .integer(part.revision),
            "title": .string(part.title), "domain": .string(part.domainID ?? ""),
            "forfeit": .string(part.forfeit > 0 ? "\(RecordCell.grouped(part.forfeit)) ₽" : "—"),
            "discount": .string(part.discount > 0 ? "\(part.discount) %" : "—"),
            "is_banned": .bool(part.isBanned), "is_told": .bool(part.isTold),
            "channels": .string(part.channels.map(\.name).joined(separator: ", ")),
        ]
    }

    /// The form of a zone; null if none is open.
    private func editor(_ parts: [PartnerAccount]) -> JSON {
        guard let part else { return .null }
        let now = parts.first { $0.id == part }
        guard now != nil || part == "new" else { return .null }
        func text(_ name: String, _ value: String?) -> JSON { .string(form?[name] ?? value ?? "") }
        let channels = (now?.channels ?? []).map { channel in
            [channel.kind, channel.name, channel.prepayURL].compactMap { $0 }.joined(separator: " | ")
        }
        // Only a conflict shows what others have saved, which the next saving may then replace.
        let revision = problem?.kind == .stale ? nil : form?["revision"].flatMap { Int64($0) }
        let isBanned = form == nil ? now?.isBanned == true : form?["is_banned"] == "true"
        return [
            "part": .string(now == nil ? "" : part), "revision": .integer(revision ?? now?.revision ?? 0),
            "is_new": .bool(now == nil),
            "domain_value": text("domain_id", now?.domainID),
            "name_value": text("name", now?.domainID == nil ? nil : now?.title),
            "forfeit_value": text("forfeit", String(now?.forfeit ?? 0)),
            "discount_value": text("discount", String(now?.discount ?? 0)),
            "terminal_value": text("terminal", now?.terminal),
            "channels_value": text("channels", channels.joined(separator: "\n")),
            "is_ticked": .bool(isBanned), "domain_fault": fault("domain_id"), "name_fault": fault("name"),
            "forfeit_fault": fault("forfeit"), "discount_fault": fault("discount"),
            "terminal_fault": fault("terminal"), "channels_fault": fault("channels"),
            "stale": .string(problem?.kind == .stale ? problem?.detail[language] ?? "" : ""),
            "theirs": .string(now.map { words(of: $0) } ?? ""),
        ]
    }

    /// A zone as one line: `Базы СПб, штраф 1 500 ₽, скидка 10 %`.
    private func words(of part: PartnerAccount) -> String {
        let (sum, discount) = (RecordCell.grouped(part.forfeit), part.discount)
        let words = [
            part.title,
            Localized("штраф \(sum) ₽", "forfeit \(sum) ₽")[language],
            Localized("скидка \(discount) %", "discount \(discount)%")[language],
            part.isBanned ? Localized("запрет", "banned")[language] : nil,
            part.terminal.map { Localized("терминал \($0)", "terminal \($0)")[language] },
        ]
        return (words.compactMap { $0 } + part.channels.map(\.name)).joined(separator: ", ")
    }

    private func fault(_ name: String) -> JSON {
        .string(problem?.words(at: "#/\(name)", language) ?? "")
    }
}
