/// Faults of archives and of files as a whole.
extension FeedFault.Reason {
    package static let notArchive = FeedFault.Reason(
        "not-archive",
        .error,
        "это не архив ZIP",
        "this is not a ZIP archive"
    )
    package static let brokenArchive = FeedFault.Reason(
        "broken-archive",
        .error,
        "архив ZIP повреждён",
        "the ZIP archive is damaged"
    )
    package static let encrypted = FeedFault.Reason(
        "encrypted",
        .error,
        "файл зашифрован",
        "the file is encrypted"
    )
    package static let unknownCompression = FeedFault.Reason(
        "unknown-compression",
        .error,
        "неизвестный способ сжатия",
        "the compression method is unknown"
    )
    package static let overlappingFiles = FeedFault.Reason(
        "overlapping-files",
        .error,
        "файлы в архиве перекрываются",
        "files of the archive overlap"
    )
    package static let brokenFile = FeedFault.Reason(
        "broken-file",
        .error,
        "файл в архиве повреждён",
        "the file in the archive is damaged"
    )
    package static let severalFeeds = FeedFault.Reason(
        "several-feeds",
        .error,
        "в архиве несколько наборов GTFS",
        "the archive holds several GTFS feeds"
    )
    package static let missingFile = FeedFault.Reason(
        "missing-file",
        .error,
        "нет обязательного файла",
        "a required file is missing"
    )
    package static let emptyFile = FeedFault.Reason(
        "empty-file",
        .error,
        "в файле нет заголовка",
        "the file has no header"
    )
    package static let tooMuchText = FeedFault.Reason(
        "too-much-text",
        .error,
        "в наборе слишком много текста",
        "the feed holds too much text"
    )
    package static func tooManyFiles(max: Int) -> FeedFault.Reason {
        FeedFault.Reason("too-many-files", .error, "файлов больше \(max)", "there are more than \(max) files")
    }
    package static func tooLarge(max: Int) -> FeedFault.Reason {
        FeedFault.Reason(
            "too-large",
            .error,
            "после распаковки больше \(max) байт",
            "it unpacks to more than \(max) bytes"
        )
    }
    package static func tooDense(max: Int) -> FeedFault.Reason {
        FeedFault.Reason(
            "too-dense",
            .error,
            "сжат сильнее чем в \(max) раз",
            "it is packed more than \(max) times"
        )
    }
    package static func tooManyRows(max: Int) -> FeedFault.Reason {
        FeedFault.Reason("too-many-rows", .error, "строк больше \(max)", "there are more than \(max) rows")
    }
    package static func lineTooLong(max: Int) -> FeedFault.Reason {
        FeedFault.Reason(
            "line-too-long",
            .error,
            "строка длиннее \(max) байт",
            "the row is longer than \(max) bytes"
        )
    }
    package static func tooManyColumns(max: Int) -> FeedFault.Reason {
        FeedFault.Reason(
            "too-many-columns",
            .error,
            "столбцов больше \(max)",
            "there are more than \(max) columns"
        )
    }
}
