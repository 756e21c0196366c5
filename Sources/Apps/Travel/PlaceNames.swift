import Transit

/// The titles of all places by the words in them, for a search while somebody types.
struct PlaceNames: Sendable {
    /// More matches than these are not ranked.
    private static let matchesMax = 20_000

    private struct Name: Sendable {
        /// A title from one of its words on, in small letters.
        let text: String
        let isWhole: Bool
        let place: TravelPlace
    }

    private let names: [Name]
    /// The stops of threads at each settlement.
    private let weights: [Int]

    init(_ timetable: Timetable) {
        var names: [Name] = []
        func add(_ titles: [TextPool.ID], _ place: TravelPlace) {
            for title in Set(titles) where title != .none {
                let text = Self.folded(timetable.texts[title])
                names.append(Name(text: text, isWhole: true, place: place))
                for index in text.indices where text[index] == " " || text[index] == "-" {
                    let rest = text[text.index(after: index)...]
                    if rest.first?.isLetter == true {
                        names.append(Name(text: String(rest), isWhole: false, place: place))
                    }
                }
            }
        }
        var weights: [Int] = []
        for (index, town) in timetable.settlements.enumerated() {
            let members = timetable.stations(of: Int32(index))
            weights.append(members.reduce(0) { $0 + timetable.served($1) })
            if !members.isEmpty {
                add([town.title, town.titleEn, town.popularTitle], .settlement(Int32(index)))
            }
        }
        for (index, station) in timetable.stations.enumerated() where !station.isHidden {
            add([station.title, station.titleEn, station.popularTitle], .station(Int32(index)))
        }
        self.names = names.sorted { $0.text < $1.text }
        self.weights = weights
    }

    private static func folded(_ text: String) -> String {
        text.lowercased().replacing("ё", with: "е")
    }

    /// The places with a word that begins with a text: settlements before stations, the most served first.
    func places(_ text: String, isStation: Bool, _ count: Int, _ timetable: Timetable) -> [TravelPlace] {
        let wanted = Self.folded(text.trimmingSpaces)
        guard !wanted.isEmpty else { return [] }
        var (low, high) = (0, names.count)
        while low < high {
            let middle = (low + high) / 2
            if names[middle].text < wanted { low = middle + 1 } else { high = middle }
        }
        var ranks: [TravelPlace: Int] = [:]
        for name in names[low...].prefix(Self.matchesMax) {
            guard name.text.hasPrefix(wanted) else { break }
            if isStation, case .settlement = name.place { continue }
            let exact = name.text == wanted ? 0 : 1
            ranks[name.place] = min(ranks[name.place] ?? 3, name.isWhole ? exact : 2)
        }
        return ranks.map { place, rank in (key: key(place, rank, timetable), place: place) }
            .sorted { $0.key < $1.key }.prefix(count).map(\.place)
    }

    private func key(_ place: TravelPlace, _ rank: Int, _ timetable: Timetable) -> (Int, Int, Int, Int32) {
        switch place {
        case .settlement(let index): (rank, 0, -weights[Int(index)], index)
        case .station(let index): (rank, 1, -timetable.served(index), index)
        }
    }
}
