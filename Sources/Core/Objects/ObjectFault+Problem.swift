extension ObjectFault: ProblemConvertible {
    /// For clients: neither the place nor the words of the store, which the log has.
    package var problem: Problem {
        if case .full = self { return .fullDisk }
        return Problem(
            .unavailable,
            Localized(
                "Хранилище файлов сейчас недоступно. Повторите позже; администратору: vitrina doctor.",
                "The store of files cannot be used now. Try again later; administrators: vitrina doctor."
            ),
            retryAfter: 10
        )
    }

    /// For the person who runs the server.
    package var detail: Localized {
        switch self {
        case .missing(let reason):
            Localized("Такого бакета или файла нет. \(reason)", "There is no such bucket or file. \(reason)")
        case .refused(let reason):
            Localized(
                "Хранилище не принимает ключ, или прав не хватает. \(reason)",
                "The store refuses the key, or its rights do not suffice. \(reason)"
            )
        case .unavailable(let reason):
            Localized("Хранилище недоступно. \(reason)", "The store cannot be reached. \(reason)")
        case .full(let reason):
            Localized("В хранилище кончилось место. \(reason)", "The store is full. \(reason)")
        case .wrong(let reason):
            Localized(
                "Хранилище указано неверно или отвечает непонятно. \(reason)",
                "The place is wrong, or its answer cannot be used. \(reason)"
            )
        }
    }
}
