import Core
import Web

/// The labels of the ledger.
enum PointsLabels {
    /// All causes of movements of points.
    static let causes: [PointsCause] = [
        .registration, .survey, .referralActivation, .referralActivated, .purchase, .event, .refund,
        .correction, .expiry,
    ]

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

    /// The label of an account of the programme.
    static func side(_ side: PointsEntry.Programme) -> Localized {
        switch side {
        case .issued: Localized("Начислено программой", "Awarded")
        case .spent: Localized("Потрачено на подарки", "Spent on gifts")
        case .corrections: Localized("Исправлено вручную", "Corrected by staff")
        case .expired: Localized("Сгорело", "Expired")
        }
    }

    /// The title and the details of an entry.
    static func subject(
        of entry: PointsEntry,
        for reader: Author,
        _ language: Language
    ) -> (title: String, sub: String) {
        let cause = cause(entry.cause.name)[language]
        let note = entry.note(for: reader).map { Localized("«\($0)»", "“\($0)”")[language] }
        let by = ["app", "Vitrina"].contains(entry.author) ? nil : entry.author
        let staff = [by, note].compactMap { $0 }.joined(separator: ": ")
        let snapshot = entry.subject.flatMap { MallSnapshot($0) }
        guard let title = snapshot?.title(language), !title.isEmpty else { return (cause, staff) }
        let sub = [cause.lowercasedStart, snapshot?.shopName(language), staff.isEmpty ? nil : staff]
        return (title, sub.compactMap { $0 }.joined(separator: " · "))
    }
}

extension String {
    /// The text with its first letter in lower case.
    var lowercasedStart: String { prefix(1).lowercased() + dropFirst() }
}
