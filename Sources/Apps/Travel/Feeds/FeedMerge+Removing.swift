import Core
import Feeds
import Storage
import Transit

extension FeedMerge {
    /// Removes what the feed has no longer and nothing else refers to.
    mutating func removeLeftovers() throws {
        for (_, uid) in leftovers[.threads] ?? [] { rewritten.insert(uid) }
        let uses = try uses()
        for kind in [FeedKind.threads, .transfers, .stations, .calendars] {
            let all = leftovers[kind] ?? []
            let used = all.filter { uses[kind]?.contains($0.key) ?? false }.map(\.id)
            for id in used { differences[kind, default: FeedDifference()].add(.kept, id) }
            let free = all.filter { !(uses[kind]?.contains($0.key) ?? false) }
            for (id, _) in free { differences[kind, default: FeedDifference()].add(.removed, id) }
            if !isTrial { try remove(free, of: kind) }
        }
    }

    private func remove(_ leftovers: [(id: String, key: String)], of kind: FeedKind) throws {
        for start in stride(from: 0, to: leftovers.count, by: Self.batch) {
            let part = leftovers[start..<min(start + Self.batch, leftovers.count)]
            let numbers = part.compactMap { Int64($0.key) }.map { "\($0)" as SQL }.joined(separator: ", ")
            switch kind {
            case .threads:
                let list = part.map { "\($0.key)" as SQL }.joined(separator: ", ")
                try connection.send("DELETE FROM timetable_threads WHERE uid IN (\(list))")
            case .transfers:
                let pairs = part.compactMap { ChangeTimeRow(key: $0.key)?.condition }
                try connection.send(
                    "DELETE FROM timetable_transfers WHERE \(pairs.joined(separator: " OR "))"
                )
            case .stations:
                try connection.send("DELETE FROM timetable_stations WHERE code IN (\(numbers))")
            case .calendars:
                try connection.send("DELETE FROM timetable_calendars WHERE id IN (\(numbers))")
            case .carriers, .countries, .regions, .settlements: break
            }
        }
        try origins.remove(leftovers.map(\.id), of: kind, on: connection)
    }

    /// The keys of stations and calendars that threads of others, and fares, refer to.
    private func uses() throws -> [FeedKind: Set<String>] {
        guard leftovers[.stations] != nil || leftovers[.calendars] != nil else { return [:] }
        var (stations, calendars): (Set<String>, Set<String>) = ([], [])
        try connection.each("timetable_threads", "id") { row in
            guard !rewritten.contains(try row.get("uid")) else { return }
            calendars.insert(String(try row.get("calendar", as: Int64.self)))
            for stop in ThreadStops.parse(try row.get("stops")) { stations.insert(String(stop.station)) }
        }
        for row in try connection.rows("SELECT origin, destination FROM timetable_fares") {
            for place in [
                try row.get("origin", as: String?.self), try row.get("destination", as: String?.self),
            ] {
                if let place, place.hasPrefix("s") { stations.insert(String(place.dropFirst())) }
            }
        }
        return [.stations: stations, .calendars: calendars]
    }
}
