import Storage

extension Problem {
    /// The problem that a database error is for the client.
    package init(_ error: StorageError) {
        self =
            switch error {
            case .unique:
                Problem(.conflict, Localized("Такое значение уже занято.", "Such a value is taken already."))
            case .reference:
                Problem(
                    .conflict,
                    Localized(
                        "Запись, на которую есть ссылка, исчезла.",
                        "An entry that is referred to no longer exists."
                    )
                )
            case .busy, .unreachable, .readOnly, .detached, .outdated: Self.away(error)
            case .full: .fullDisk
            case .text:
                Problem(
                    .invalid,
                    Localized("Текст содержит недопустимый символ.", "A text contains U+0000.")
                )
            case .constraint, .column, .damaged, .migration, .other: .ofOurs
            }
    }

    private static let ofOurs = Problem(
        .unexpected,
        Localized("Внутренняя ошибка.", "Something went wrong on our side.")
    )

    /// The problem of a database that cannot be read or written now, with the time after which to retry.
    private static func away(_ error: StorageError) -> Problem {
        let (detail, seconds) =
            switch error {
            case .unreachable(_, mayBeKept: false):
                (Localized("База данных недоступна, повторите позже.", "The database is away, try again."), 2)
            case .unreachable(_, mayBeKept: true):
                (
                    Localized(
                        "Связь с базой прервалась во время сохранения. Проверьте, сохранилось ли, и повторите.",
                        "The database was lost while saving. Check whether it is saved, then try again."
                    ), 2
                )
            case .readOnly:
                (
                    Localized(
                        "База данных сейчас только читается. Повторите позже.",
                        "The database takes no changes now. Try again later."
                    ), 5
                )
            case .detached:
                (
                    Localized(
                        "Файл базы данных подменили или убрали, поэтому изменения не сохраняются. "
                            + "Администратор должен вернуть файл или перезапустить сервер.",
                        "The database file was replaced or removed, so no change is kept. "
                            + "An administrator must put it back or restart the server."
                    ), 60
                )
            case .outdated:
                (
                    Localized(
                        "Этот сервер старее базы данных и изменений больше не сохраняет. "
                            + "Администратор должен обновить программу.",
                        "This server is older than the database, so it keeps no more changes. "
                            + "An administrator must update the program."
                    ), 30
                )
            case _: (Localized("База данных занята, повторите позже.", "The database is busy, try again."), 1)
            }
        return Problem(.unavailable, detail, retryAfter: seconds)
    }
}
