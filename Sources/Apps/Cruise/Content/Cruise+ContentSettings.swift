import Core
import Web

/// Settings of the catalogue that staff change while it runs.
extension Cruise {
    static let mainReviewsMax = "main_reviews_max"

    static let contentSettings = [
        AppSetting(
            mainReviewsMax,
            Localized("Отзывов на главном", "Reviews on the main screen"),
            help: Localized(
                "Первые из отмеченных, в порядке списка",
                "The first ones of those marked, in the order of the list"
            ),
            .integer(0...100, unit: .status),
            standard: 10
        )
    ]
}
