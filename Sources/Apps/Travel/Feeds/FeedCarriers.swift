import Core
import Feeds
import Storage
import Web

/// Finds the carriers of a feed among those that there are, and publishes the others.
///
/// A carrier that exists is never changed: it belongs to staff, who give it a logo and contacts.
struct FeedCarriers {
    let services: Services
    let feed: String

    /// The ids of contents in the order of the feed's carriers, nil for one that a trial does not make, and the difference.
    func resolve(
        _ carriers: [FeedRows.Carrier],
        isTrial: Bool,
        as author: Author
    ) async throws -> (ids: [String?], difference: FeedDifference) {
        var difference = FeedDifference()
        guard !carriers.isEmpty else { return ([], difference) }
        let known = try await services.database.read { [feed] connection in
            try FeedOrigins(of: feed, on: connection)[.carriers]
        }
        let live = services.live.state[Carriers.type.name]
        var byTitle: [String: String] = [:]
        var byCode: [String: String] = [:]
        for carrier in live.contents {
            for language in Language.allCases {
                byTitle[carrier.text("title", language).lowercased()] = carrier.id
            }
            if let code = carrier.string("code") { byCode[code] = carrier.id }
        }
        var ids: [String?] = []
        for carrier in carriers {
            let origin = known[carrier.id].flatMap { live[$0.key]?.id }
            let id =
                origin ?? (carrier.title.isEmpty ? byCode[carrier.id] : byTitle[carrier.title.lowercased()])
            difference.add(id == nil ? .added : .unchanged, carrier.id)
            if id == nil, !isTrial {
                ids.append(try await add(carrier, as: author))
            } else {
                ids.append(id)
            }
        }
        return (ids, difference)
    }

    private func add(_ carrier: FeedRows.Carrier, as author: Author) async throws -> String {
        let title = carrier.title.isEmpty ? carrier.id : carrier.title
        var fields: [String: JSON] = [
            "title": ["ru": .string(title), "en": .string(title)],
            "code": .string(try await nextCode()),
        ]
        for (name, value) in [("url", carrier.url), ("phone", carrier.phone), ("email", carrier.email)]
        where !value.isEmpty { fields[name] = .string(value) }
        let act = ContentStore.Act(author: author, note: "GTFS: \(feed)")
        let type = Carriers.type
        do {
            return try await services.contents.create(fields, of: type, publish: true, as: act).id
        } catch let problem as Problem where problem.kind == .invalid {
            // An address that is none must not stop the timetable.
            fields["url"] = nil
            return try await services.contents.create(fields, of: type, publish: true, as: act).id
        }
    }

    /// The number after the greatest one, as apps ask for carriers by number.
    private func nextCode() async throws -> String {
        let slugs = try await services.database.read { connection in
            try connection.rows("SELECT slug FROM contents WHERE type = \(Carriers.type.name)")
                .compactMap { try $0.get("slug", as: String?.self) }
        }
        let last = slugs.compactMap { Int64($0) }.filter { $0 < Int64(Int32.max) }.max() ?? 0
        return String(last + 1)
    }
}
