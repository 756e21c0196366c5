/// The bounds that several files share; a bound of one file is a constant there.
package enum Limits {
    // Requests
    package static let bodySizeMax = 1 << 20
    package static let jsonDepthMax = 32
    package static let pageSizeMax = 200
    package static let pageSizeDefault = 50
    package static let cursorLengthMax = 2_000
    /// Rows that an app may skip by `start`.
    package static let skipMax = 1_000_000

    // Content
    package static let richTextLengthMax = 100_000
    package static let urlLengthMax = 2_000
    package static let slugLengthMax = 80
    /// Bytes of a slug that is made of a title, so that a number fits behind it.
    package static let madeSlugLengthMax = 60
    package static let referencesMax = 200
    package static let imagesMax = 30
    package static let noteLengthMax = 500
    package static let pointsMax: Int64 = 1_000_000_000

    /// References that one removal may clear.
    package static let usesClearedMax = 500
    /// Rows that one transaction of the housekeeping takes away.
    package static let housekeepingBatch = 500
    /// Days by which one call may move dates, either way.
    package static let shiftDaysMax: Int64 = 3_660

    // Media
    package static let imageSizeMax = 20 << 20
    package static let archiveSizeMax = 512 << 20
    /// Width times height.
    package static let imagePixelsMax = 50_000_000
    package static let imageSideMax = 30_000
    /// Parts of an image's file that are looked at.
    package static let imageSegmentsMax = 50_000

    // Staff
    package static let emailLengthMax = 254
    package static let passwordLengthMin = 10
    package static let passwordLengthMax = 200
    package static let staffNameLengthMax = 100
    package static let sessionAge: Duration = .seconds(30 * 86_400)
    package static let sessionIdle: Duration = .seconds(7 * 86_400)
    package static let signInFailuresMax: Int64 = 5
    package static let signInWindow: Duration = .seconds(15 * 60)
    package static let tokenAgeMax: Duration = .seconds(366 * 86_400)

    // What a server keeps in memory
    package static let clientsMax = 50_000

    // Idempotency keys and dry runs
    package static let idempotencyKeyLengthMax = 255
    /// A longer answer is not kept.
    package static let idempotencyAnswerSizeMax = 1 << 20

    // Schedules and releases
    package static let releaseTitleLengthMax = 200
    package static let keptFaultsMax = 50
    package static let agendaDaysDefault = 7
    package static let agendaDaysMax = 366

    // Import and export
    /// Rows that an export reads at once.
    package static let exportBatch = 500
    /// A file that is imported.
    package static let importSizeMax = 256 << 20
    package static let importRowsMax = 1_000_000
    /// Rows that are looked at, and later written, in one transaction.
    package static let importBatchSize = 200
    package static let importRowSizeMax = 4 << 20
    /// Faults that are told one by one; all are counted.
    package static let importFaultsMax = 1_000
    /// Further than this from the middle nothing stands, so that there is room on both sides.
    package static let positionMax: Int64 = 1 << 60
    package static let originLengthMax = 100

    // Outbox and web hooks
    /// Times that a message is tried, over about a day.
    package static let outboxAttemptsMax: Int64 = 14
    /// Rows that one transaction tidies away.
    package static let tidyBatch = 1_000
    package static let hookEventsMax = 50
    package static let hookDescriptionLengthMax = 500
    package static let hookPayloadSizeMax = 64 << 10

    // Changes, as consoles follow them
    /// Changes that a reader may have missed before it has to read everything again.
    package static let changesBacklogMax = 500
    package static let changeReadersOfOneMax = 20
    package static let changeHeartbeat: Duration = .seconds(15)

    // Search
    /// What somebody may type into a search, in characters.
    package static let searchTextLengthMax = 200
    /// Words of one content that it is found by; those of its first fields.
    package static let searchWordsMax = 1_000
    /// Characters of a text that show where a word was found.
    package static let searchExcerptLengthMax = 160

    // Lists of the console.
    /// Contents whose titles are asked for at once.
    package static let titlesMax = 1_000
    package static let viewsMax = 20
    /// Contents that an act which is to be taken back names in one request.
    package static let undoBatch = 10_000

    // Points
    /// Awards with an end that are looked at at once.
    package static let pointsLotsBatch = 100

    // People
    package static let peopleTextLengthMax = 100
    /// Of each kind of thing that the page about a person shows.
    package static let personPartsMax = 50

    // Codes, SMS and mail
    /// In which codes and guesses are counted.
    package static let codeWindow: Duration = .seconds(600)
    /// How long somebody who asks for a code waits for the gateway to take the SMS.
    package static let codeSendWait: Duration = .seconds(4)
    /// How long a code that staff may see is kept in the clear.
    package static let codeShownAge: Duration = .seconds(24 * 3600)
    /// The newest codes, which are told to those who follow them.
    package static let codesFollowedMax = 200
    /// For how long one look at codes or people stands in the audit for all those that follow.
    package static let codeLookWindow: Duration = .seconds(600)
    package static let smsTimeout: Duration = .seconds(10)
    package static let smsAnswerSizeMax = 64 << 10
    package static let mailSubjectLengthMax = 200

    // Images
    /// Uploads whose focal points are looked up at once.
    package static let mediaLookupsMax = 500
}
