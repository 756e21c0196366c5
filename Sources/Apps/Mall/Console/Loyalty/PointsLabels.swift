import Core
import Web

/// The ledger in the words of people.
enum PointsLabels {
    static func cause(_ name: String) -> Localized {
        switch PointsCause(name) {
        case .registration: Localized("Регистрация", "Registration")
        case .survey: Localized("Опрос", "Survey")
        case .referralActivation: Localized("Введён код друга", "Entered a friend's code")
        case .referralActivated: Localized("Друг ввёл код", "A friend has entered the code")
        case .purchase: Localized("Покупка предложения", "Bought an offer")
        case .event: Localized("Запись на мероприятие", "Registered for an event")
        case .refund: Localized("Возврат", "Refund")
        case .correction: Localized("Исправление вручную", "Correction by staff")
        case .expiry: Localized("Сгорели", "Expired")
        case _: Localized(name, name)
        }
    }

    /// The side of the programme, as its sum is called.
    static func side(_ side: PointsEntry.Programme) -> Localized {
        switch side {
        case .issued: Localized("Начислено программой", "Awarded")
        case .spent: Localized("Потрачено на подарки", "Spent on gifts")
        case .corrections: Localized("Исправлено вручную", "Corrected by staff")
        case .expired: Localized("Сгорело", "Expired")
        }
    }

    /// What a line was for: its title, and more about it.
    static func subject(of line: JSON, _ language: Language) -> (title: String, sub: String) {
        let cause = cause(line["cause"]?.string ?? "")[language]
        let note = line["note"]?.string.map { Localized("«\($0)»", "“\($0)”")[language] }
        let by = line["by"]?.string.flatMap { ["app", "Vitrina"].contains($0) ? nil : $0 }
        let staff = [by, note].compactMap { $0 }.joined(separator: ": ")
        guard let title = line["subject"]?["title"]?.string, !title.isEmpty else { return (cause, staff) }
        let sub = [cause.lowercasedStart, line["subject"]?["shop"]?.string, staff.isEmpty ? nil : staff]
        return (title, sub.compactMap { $0 }.joined(separator: " · "))
    }
}

extension String {
    /// The same with a small letter at its start.
    var lowercasedStart: String { prefix(1).lowercased() + dropFirst() }
}
