/// Faults that rows have only together.
extension FeedFault.Reason {
    package static let duplicate = FeedFault.Reason(
        "duplicate",
        .error,
        "уже есть такая запись",
        "there is such a row already"
    )
    package static let duplicateSequence = FeedFault.Reason(
        "duplicate-sequence",
        .error,
        "номер остановки в рейсе повторяется",
        "the trip has this stop_sequence twice"
    )
    package static let scattered = FeedFault.Reason(
        "scattered",
        .error,
        "строки рейса стоят не подряд",
        "the rows of the run are not next to each other"
    )
    package static let differentHead = FeedFault.Reason(
        "different-head",
        .error,
        "отличается от первой строки рейса",
        "differs from the first row of the run"
    )
    /// A row of this file is referred to and not there.
    package static func unknownReference(_ file: String) -> FeedFault.Reason {
        FeedFault.Reason(
            "unknown-reference",
            .error,
            "такой записи нет в \(file)",
            "there is no such row in \(file)"
        )
    }
    package static let unknownCode = FeedFault.Reason(
        "unknown-code",
        .error,
        "такого кода нет",
        "there is no such code"
    )
    package static let missingAgencyID = FeedFault.Reason(
        "missing-agency-id",
        .error,
        "нужно: перевозчиков несколько",
        "is required where there are several agencies"
    )
    package static let differentTimeZones = FeedFault.Reason(
        "different-time-zones",
        .warning,
        "часовые пояса перевозчиков различаются",
        "the time zones of the agencies differ"
    )
    package static let missingParent = FeedFault.Reason(
        "missing-parent",
        .error,
        "такому месту нужна станция",
        "a place of this type needs a parent station"
    )
    package static let badParent = FeedFault.Reason(
        "bad-parent",
        .error,
        "место такого типа не может быть вышестоящим",
        "a place of this type cannot be the parent"
    )
    package static let cyclicParent = FeedFault.Reason(
        "cyclic-parent",
        .error,
        "станции вложены по кругу",
        "the parents form a cycle"
    )
    package static let stopKind = FeedFault.Reason(
        "stop-kind",
        .error,
        "в таком месте рейсы не останавливаются",
        "trips do not stop at a place of this type"
    )
    package static let fewStops = FeedFault.Reason(
        "few-stops",
        .warning,
        "у рейса меньше двух остановок",
        "the trip has fewer than two stops"
    )
    package static let shortRun = FeedFault.Reason(
        "short-run",
        .error,
        "у рейса одна остановка",
        "the run has one stop"
    )
    package static let missingEndTime = FeedFault.Reason(
        "missing-end-time",
        .error,
        "у первой и последней остановки нужно время",
        "the first and the last stop of a trip need a time"
    )
    package static let timesDecrease = FeedFault.Reason(
        "times-decrease",
        .error,
        "время меньше предыдущего",
        "the time is before the one preceding it"
    )
    package static let endBeforeStart = FeedFault.Reason(
        "end-before-start",
        .error,
        "конец раньше начала",
        "the end is before the start"
    )
    package static let idleService = FeedFault.Reason(
        "idle-service",
        .warning,
        "календарь не содержит ни одного дня",
        "the calendar has no day"
    )
    package static let overlappingFrequencies = FeedFault.Reason(
        "overlapping-frequencies",
        .error,
        "интервалы рейса пересекаются",
        "the frequencies of the trip overlap"
    )
}
