import Core
import Transit
import Web

/// The note of the search page if it has found nothing: the reason, and what to show instead.
struct NoRidesNote: Sendable {
    private let text: Localized
    /// A button, and the fields of the search that it changes.
    private var offer: (verb: Localized, fields: Form.Fields)?

    init(_ lookup: TimetableLookup, _ query: TimetableLookup.RideQuery) {
        switch lookup.reason(query) {
        case .samePlace:
            text = Localized(
                "Откуда и куда — одно и то же место. Выберите другое.",
                "Both ends are the same place. Choose another one."
            )
        case .noStations(let place):
            let title = lookup.title(place)
            text = Localized(
                "В городе «\(title)» нет станций, которые видит приложение.",
                "“\(title)” has no stations that the app shows."
            )
        case .otherTransports:
            text = Localized(
                "В этот день ходит только другой транспорт.",
                "Only other kinds of transport run on this day."
            )
            offer = (Localized("Показать любой", "Show all of them"), [("transport", "")])
        case .onlyChanges:
            text = Localized("Прямых рейсов в этот день нет.", "There is no direct ride on this day.")
            offer = (Localized("Показать с пересадками", "Show those with changes"), [("changes", "true")])
        case .otherDay(let day):
            let (ru, en) = (TravelDay.words(day, .ru), TravelDay.words(day, .en))
            text =
                day > query.day
                ? Localized("Ближайший рейс — \(ru).", "The next ride is on \(en).")
                : Localized("Последний рейс был \(ru).", "The last ride was on \(en).")
            offer = (Localized("Показать этот день", "Show that day"), [("date", day.day)])
        case .never:
            text = Localized(
                "Между этими местами рейсов нет, и с двумя пересадками тоже.",
                "No threads connect the two places, with two changes either."
            )
        }
    }

    /// For the template; `link` makes the address of the search with other fields.
    func json(_ language: Language, link: (Form.Fields) -> String) -> JSON {
        [
            "text": .string(text[language]), "verb": .string(offer?.verb[language] ?? ""),
            "path": .string(offer.map { link($0.fields) } ?? ""),
        ]
    }
}
