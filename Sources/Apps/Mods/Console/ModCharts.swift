import Core
import Storage
import Web

/// Views and downloads of the last thirty days as small charts.
struct ModCharts: Sendable {
    let time: HumanTime
    let language: Language

    func charts(_ counts: ModDays) -> [JSON] {
        let kinds = [
            (Localized("Просмотры", "Views"), counts.days.map(\.views), counts.views),
            (Localized("Загрузки", "Downloads"), counts.days.map(\.downloads), counts.downloads),
        ]
        return kinds.map { title, days, total in
            let numbers = days.map { Int(clamping: $0) }
            let line = Sparkline(numbers)
            let text = "\(title[language]): \(RecordCell.grouped(total))"
            return [
                "title": .string(title[language]), "value": .string(RecordCell.grouped(total)),
                "sub": .string(Localized("за 30\u{A0}дней", "in 30\u{A0}days")[language]),
                "label": .string(text), "line": .string(line.line), "area": .string(line.area),
            ]
        }
    }
}
