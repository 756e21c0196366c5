import ArgumentParser
import Core
import Foundation
import Storage

/// Which page of a list a command shows.
struct PageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("At most so many.", valueName: "number")) var limit: Int?
    @Option(help: ArgumentHelp("The page after this mark.", valueName: "mark")) var cursor: String?
    @Flag(help: "All pages.") var all = false

    var page: (limit: Int?, cursor: String?) { (limit, cursor) }
}

/// From when and until when a list goes.
struct TimeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("From this moment on: 2026-11-01, yesterday, -7d.", valueName: "moment"))
    var from: String?
    @Option(help: ArgumentHelp("Before this moment.", valueName: "moment")) var until: String?

    func query(_ session: Session) throws -> [(name: String, value: String)] {
        try [("from", from), ("until", until)].compactMap { name, text in
            guard let text else { return nil }
            guard let moment = session.clock.timestamp(text) else {
                throw Failure.usage(
                    Localized("--\(name): не понять время «\(text)».", "--\(name): “\(text)” is no moment.")
                )
            }
            return (name, moment.description)
        }
    }
}

/// Somebody who uses the app.
struct PersonArgument: ParsableArguments {
    @Argument(help: "The id of the person, or the last digits of the phone.") var person: String

    /// The id; digits must be those of one person.
    func id(_ session: Session) async throws -> String {
        if let id = Identifier.normalized(person) { return id }
        let answer = try await session.api.get(Points.path + ["accounts"], query: [("phone", person)])
        let people = (answer["items"]?.array ?? []).map { $0["user"] }
        let ids = people.compactMap { $0?["id"]?.string }
        guard ids.count < 2, let id = ids.first else {
            let notFound = Localized("Никого с такими цифрами.", "Nobody has these digits.")
            let names = people.map { "\($0.person), \($0?["id"]?.string ?? "")" }.joined(separator: "; ")
            let several = Localized(
                "Таких людей несколько, добавьте цифр: \(names).",
                "Several people have these digits, give more: \(names)."
            )
            throw Failure(
                ids.isEmpty ? .notFound : .data,
                ids.isEmpty ? Problem.Kind.notFound.rawValue : "several",
                ids.isEmpty ? notFound : several
            )
        }
        return id
    }
}

/// Where a table is written to.
struct TableFile: ParsableArguments {
    @Flag(help: "As Excel opens it: a byte order mark, and ; between cells.") var excel = false
    @Option(help: ArgumentHelp("The file; - is standard output.", valueName: "file")) var to = "-"

    func fetch(_ path: [String], _ query: [(name: String, value: String)], _ session: Session) async throws {
        let form = excel ? [(name: "bom", value: "true"), (name: "separator", value: ";")] : []
        let sink = try FileSink(to)
        try await session.api.download(APICall(.get, path, query: query + form)) { try sink.write($0) }
        try sink.finish()
        if to != "-" { session.note(Localized("Записано в \(to).", "Written to \(to).")) }
    }
}

extension [(String, String?)] {
    /// Those that are there.
    var given: [(name: String, value: String)] {
        compactMap { name, value in value.map { (name: name, value: $0) } }
    }
}

extension JSON? {
    /// A number as it is; empty where there is none.
    var number: String { self?.integer.map { String($0) } ?? "" }

    var signed: String {
        guard let number = self?.integer else { return "" }
        return number > 0 ? "+\(number)" : String(number)
    }

    /// Somebody in a list: the name, and the phone as far as it may be seen.
    var person: String {
        let words = [self?["name"]?.string, self?["phone"]?.string].compactMap { $0 }
        return words.isEmpty ? "—" : words.joined(separator: ", ")
    }
}
