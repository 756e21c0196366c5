import Core
import Storage
import Web

/// The next days on which the home screen changes, by the windows of its cards.
struct HomeMoments: Sendable {
    struct Day: Sendable, Hashable {
        /// The moment after the last change of the day.
        fileprivate(set) var at: Timestamp
        fileprivate(set) var coming: [String] = []
        fileprivate(set) var going: [String] = []
    }

    static let daysMax = 3

    let days: [Day]

    init(_ cards: [HomeCard], _ time: HumanTime) {
        var changes: [(at: Timestamp, title: String, isComing: Bool)] = []
        for card in cards {
            let title = card.title
            if let at = card.planned(.publish) {
                changes.append((at.ceiled, title, true))
            } else if let at = card.planned(.withdraw) {
                changes.append((at.ceiled, title, false))
            }
            guard card.state != .hidden else { continue }
            if let at = card.appearsAt {
                changes.append((at.ceiled, title, true))
            }
            // A window includes its last moment.
            if let until = card.liveUntil {
                changes.append((until.advanced(by: .microseconds(1)).ceiled, title, false))
            }
        }
        var days: [Int: Day] = [:]
        for change in changes where change.at > time.now {
            let number = time.days(until: change.at)
            var day = days[number] ?? Day(at: change.at)
            day.at = max(day.at, change.at)
            if change.isComing, !day.coming.contains(change.title) { day.coming.append(change.title) }
            if !change.isComing, !day.going.contains(change.title) { day.going.append(change.title) }
            days[number] = day
        }
        self.days = Array(days.values.sorted { $0.at < $1.at }.prefix(Self.daysMax))
    }
}

extension HomeMoments.Day {
    /// `27 ноября: появится «…»; уйдёт «…»`.
    func text(_ time: HumanTime) -> String {
        func list(_ titles: [String], _ one: Localized, _ many: Localized) -> String? {
            guard !titles.isEmpty else { return nil }
            let shown = titles.prefix(2).map { Localized("«\($0)»", "“\($0)”")[time.language] }
            let rest = titles.count - shown.count
            let more = Localized("и\u{A0}ещё\u{A0}\(rest)", "and \(rest) more")[time.language]
            let verb = (titles.count == 1 ? one : many)[time.language]
            return verb + " " + (shown + (rest > 0 ? [more] : [])).joined(separator: ", ")
        }
        let parts = [
            list(coming, Localized("появится", "in comes"), Localized("появятся", "in come")),
            list(going, Localized("уйдёт", "out goes"), Localized("уйдут", "out go")),
        ]
        return "\(time.day(at)), \(time.time(at)): " + parts.compactMap { $0 }.joined(separator: "; ")
    }
}

extension Timestamp {
    /// The moment rounded up to the minute, as fields have no seconds.
    fileprivate var ceiled: Timestamp {
        let minute: Int64 = 60_000_000
        let over = (microseconds % minute + minute) % minute
        return over == 0 ? self : advanced(by: .microseconds(minute - over))
    }
}
