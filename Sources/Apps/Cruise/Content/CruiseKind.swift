import Core

/// The water of a cruise, a ship or a direction, as the app names it.
enum CruiseKind: String, Sendable, CaseIterable {
    case river, sea

    var title: Localized {
        switch self {
        case .river: Localized("Речной", "River")
        case .sea: Localized("Морской", "Sea")
        }
    }

    static var field: Field {
        Field(
            "kind",
            .choice(allCases.map { Field.Choice($0.rawValue, $0.title) }),
            Localized("Вид", "Kind")
        ).filter()
    }
}
