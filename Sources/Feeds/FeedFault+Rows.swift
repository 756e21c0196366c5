/// Faults of rows.
extension FeedFault.Reason {
    package static let missingColumn = FeedFault.Reason(
        "missing-column",
        .error,
        "нет обязательного столбца",
        "a required column is missing"
    )
    package static let duplicateColumn = FeedFault.Reason(
        "duplicate-column",
        .error,
        "столбец указан дважды",
        "the column is given twice"
    )
    package static let missingValue = FeedFault.Reason(
        "missing-value",
        .error,
        "нет обязательного значения",
        "a required value is missing"
    )
    package static let extraCells = FeedFault.Reason(
        "extra-cells",
        .error,
        "ячеек больше, чем столбцов",
        "the row has more cells than the header"
    )
    package static let fewCells = FeedFault.Reason(
        "few-cells",
        .warning,
        "ячеек меньше, чем столбцов",
        "the row has fewer cells than the header"
    )
    package static let badQuote = FeedFault.Reason(
        "bad-quote",
        .error,
        "текст после закрывающей кавычки",
        "there is text behind a closing quote"
    )
    package static let openQuote = FeedFault.Reason(
        "open-quote",
        .error,
        "кавычка не закрыта",
        "a quote is never closed"
    )
    package static let badEncoding = FeedFault.Reason(
        "bad-encoding",
        .error,
        "это не UTF-8",
        "this is not UTF-8"
    )
    package static let badText = FeedFault.Reason(
        "bad-text",
        .error,
        "в тексте управляющий символ",
        "the text has a control character"
    )
}
