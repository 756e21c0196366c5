/// Faults of single values.
extension FeedFault.Reason {
    package static func badNumber(_ range: ClosedRange<Int>) -> FeedFault.Reason {
        FeedFault.Reason(
            "bad-number",
            .error,
            "нужно целое число от \(range.lowerBound) до \(range.upperBound)",
            "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
        )
    }
    package static let badDecimal = FeedFault.Reason("bad-decimal", .error, "нужно число", "must be a number")
    package static let badLatitude = FeedFault.Reason(
        "bad-latitude",
        .error,
        "нужна широта от −90 до 90",
        "must be a latitude from −90 to 90"
    )
    package static let badLongitude = FeedFault.Reason(
        "bad-longitude",
        .error,
        "нужна долгота от −180 до 180",
        "must be a longitude from −180 to 180"
    )
    package static let badTime = FeedFault.Reason(
        "bad-time",
        .error,
        "нужно время ЧЧ:ММ:СС",
        "must be a time HH:MM:SS"
    )
    package static let badDate = FeedFault.Reason("bad-date", .error, "нужна дата", "must be a date")
    package static let badDateList = FeedFault.Reason(
        "bad-date-list",
        .error,
        "нужны даты ГГГГ-ММ-ДД через |",
        "must be dates YYYY-MM-DD with | between them"
    )
    package static let badTimeZone = FeedFault.Reason(
        "bad-time-zone",
        .error,
        "неизвестный часовой пояс",
        "the time zone is unknown"
    )
    package static let badColor = FeedFault.Reason(
        "bad-color",
        .warning,
        "нужен цвет RRGGBB; пропущен",
        "must be a colour RRGGBB; it is left out"
    )
    package static let badWeekdays = FeedFault.Reason(
        "bad-weekdays",
        .error,
        "нужны дни недели цифрами от 1 до 7",
        "must be weekdays as digits from 1 to 7"
    )
    package static let badPrice = FeedFault.Reason("bad-price", .error, "нужна цена", "must be a price")
    package static let badCode = FeedFault.Reason("bad-code", .error, "неверный код", "the code is not valid")
    package static func longID(max: Int) -> FeedFault.Reason {
        FeedFault.Reason("long-id", .error, "id длиннее \(max) байт", "the id has more than \(max) bytes")
    }
    package static let roundedPrice = FeedFault.Reason(
        "rounded-price",
        .warning,
        "цена округлена до сотых",
        "the price is rounded to hundredths"
    )
    package static func badChoice(_ values: [String]) -> FeedFault.Reason {
        FeedFault.Reason(
            "bad-choice",
            .error,
            "нужно одно из: \(values.joined(separator: ", "))",
            "must be one of: \(values.joined(separator: ", "))"
        )
    }
}
