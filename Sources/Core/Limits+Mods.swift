/// Bounds of slugs, of counts per day, of files that are sent, and of the app of mods.
extension Limits {
    // Slugs
    /// Bytes of a slug that is made of a title, so that a number fits behind it.
    package static let madeSlugLengthMax = 60
    /// Numbers that are tried behind a slug that is taken, before a part of the id is.
    package static let slugNumbersMax = 1_000
    /// Slugs of its past that a content is still found by; the oldest go first.
    package static let formerSlugsMax = 50

    // Counts per day
    /// Different things that one server counts before it writes them down.
    package static let dayCountsMax = 50_000
    package static let dayCountPause: Duration = .seconds(5)
    /// Lines that one statement writes.
    package static let dayCountBatch = 200
    package static let dayCountAge: Duration = .seconds(800 * 86_400)
    /// Days that are told of at once.
    package static let dayCountDaysMax = 366

    // Archives
    /// How many times its own size an archive may unpack to, where that is much.
    package static let archiveRatioMax: Int64 = 200
    /// What a server may be set to; the plain format ends at 4 GB.
    package static let archiveMegabytesMax = 4_000
    package static let archiveUnpackedSizeSmall: Int64 = 64 << 20
    /// Bytes of a path in an archive; Linux and macOS open none that is longer.
    package static let archiveNameLengthMax = 1_024

    // Uploads that nothing uses
    package static let unusedMediaAge: Duration = .seconds(30 * 86_400)
    /// Between two times that something is done once a day, whichever hour a server comes to it.
    package static let choreAge: Duration = .seconds(23 * 3600)

    // Mods
    /// Rows of a category that an app gets at once, and those where it does not say (mods.md 6.1).
    package static let modPageSizeMax = 100
    package static let modPageSizeDefault = 20
    /// How long a signed link is good for, in minutes.
    package static let modLinkMinutesMax: Int64 = 7 * 24 * 60
    /// Events of a client in one request, and what each of them may count.
    package static let modEventsMax = 100
    package static let modEventCountMax: Int64 = 1_000
    package static let modEventsBodySizeMax = 64 << 10
}
