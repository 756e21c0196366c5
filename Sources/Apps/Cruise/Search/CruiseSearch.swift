import Core
import Storage
import Voyages

/// A search of an app, as it is counted for staff.
struct CruiseSearch: Sendable, Hashable {
    /// The counters by the day: all searches, by `Scope`, and those that found nothing, by their words.
    static let kind = "search"
    static let missedKind = "search_missed"

    /// A search of all cruises, or one with conditions.
    enum Scope: String, Sendable, CaseIterable {
        case whole, filtered
    }

    private static let wordsLengthMax = 200
    /// In rubles: prices are counted by steps, so that few words say what many search.
    private static let priceStep: Int64 = 10_000

    let scope: Scope
    /// The conditions in Russian, if nothing fits them; nil if something was found.
    let missed: String?

    init(_ filter: VoyageFilter, found: Int, in live: LiveState) {
        scope = filter.isEmpty ? .whole : .filtered
        missed = found > 0 ? nil : Self.words(filter, live)
    }

    /// Names no text that the app has sent, so that strangers cannot write to staff.
    private static func words(_ filter: VoyageFilter, _ live: LiveState) -> String {
        func names(_ ids: Set<String>, _ type: String, _ name: String) -> String? {
            let names = Set(ids.map { live[type][$0]?.text(name, .standard) ?? "?" })
            return names.isEmpty ? nil : names.sorted().joined(separator: ", ")
        }
        let classes = filter.classes.sorted().filter { ShipClass.allCases.indices ~= $0 }.map {
            ShipClass.allCases[$0].title.ru
        }
        let lengths = filter.lengths.sorted { $0.rawValue < $1.rawValue }.map(\.title.ru)
        let parts: [String?] = [
            filter.kind.flatMap { CruiseKind(rawValue: $0.name)?.title.ru },
            names(filter.cities, CruiseCities.type.name, "name"),
            names(filter.directions, CruiseDirections.type.name, "title"),
            names(filter.ships, Ships.type.name, "title"),
            classes.isEmpty ? nil : classes.joined(separator: ", "),
            lengths.isEmpty ? nil : lengths.joined(separator: ", "),
            filter.firstDay.map { "с \(month($0))" }, filter.lastDay.map { "по \(month($0))" },
            filter.tourists > 0 ? "\(filter.tourists) чел." : nil,
            filter.priceMin.map { "от \(stepped($0, up: false)) ₽" },
            filter.priceMax.map { "до \(stepped($0, up: true)) ₽" },
            filter.isDiscounted ? "со скидкой" : nil,
        ]
        let words = parts.compactMap { $0 }.joined(separator: " · ")
        return words.isEmpty ? "все круизы" : String(words.prefix(wordsLengthMax))
    }

    /// `06.2026`.
    private static func month(_ day: Int32) -> String {
        let date = CivilDate(daysSince1970: Int64(day))
        return (date.month < 10 ? "0" : "") + "\(date.month).\(date.year)"
    }

    private static func stepped(_ kopecks: Int64, up: Bool) -> Int64 {
        let step = priceStep * 100
        return (kopecks + (up ? step - 1 : 0)) / step * priceStep
    }
}

/// Counts searches in memory; the counters are written to the database in batches.
final class CruiseSearchLog: Sendable {
    /// Distinct words that a server counts on one day; those beyond are counted together.
    private static let wordsMax = 500
    static let others = "…"

    private struct Day {
        var day = ""
        var words: Set<String> = []
    }

    private let today = Locked(Day())

    func note(_ search: CruiseSearch, in counts: DailyCounter, at now: Timestamp) {
        counts.note(DayCount(app: Cruise.app, kind: CruiseSearch.kind, subject: search.scope.rawValue))
        guard let missed = search.missed else { return }
        let day = now.day
        let isKnown = today.update { today in
            if today.day != day { today = Day(day: day) }
            if today.words.count < Self.wordsMax { today.words.insert(missed) }
            return today.words.contains(missed)
        }
        let subject = isKnown ? missed : Self.others
        counts.note(DayCount(app: Cruise.app, kind: CruiseSearch.missedKind, subject: subject))
    }
}
