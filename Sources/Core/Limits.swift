/// The bounds that several files share; a bound of one file is a constant there.
package enum Limits {
    // Requests
    package static let bodySizeMax = 1 << 20
    package static let jsonDepthMax = 32
    package static let pageSizeMax = 200
    package static let pageSizeDefault = 50
    package static let cursorLengthMax = 2_000
    /// Rows that an app may skip with `start`.
    package static let skipMax = 1_000_000

    // Entries
    package static let richTextLengthMax = 100_000
    package static let urlLengthMax = 2_000
    package static let slugLengthMax = 80
    /// Bytes of a slug made of a title, so that a number fits after it.
    package static let madeSlugLengthMax = 60
    package static let referencesMax = 200
    package static let imagesMax = 30
    package static let noteLengthMax = 500
    package static let pointsMax: Int64 = 1_000_000_000

    /// References that one removal may clear.
    package static let usesClearedMax = 500
    /// Rows that one transaction of the cleanup deletes.
    package static let housekeepingBatch = 500
    /// Days by which one call may shift dates, either way.
    package static let shiftDaysMax: Int64 = 3_660

    // Media
    package static let imageSizeMax = 20 << 20
    package static let archiveSizeMax = 512 << 20
    /// Width times height.
    package static let imagePixelsMax = 50_000_000
    package static let imageSideMax = 30_000
    /// Segments of an image file that are read.
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

    // Memory of a server
    package static let clientsMax = 50_000

    // Idempotency keys and dry runs
    package static let idempotencyKeyLengthMax = 255
    /// A longer response is not stored.
    package static let idempotencyAnswerSizeMax = 1 << 20

    // Schedules and releases
    package static let releaseTitleLengthMax = 200
    package static let keptFaultsMax = 50
    package static let agendaDaysDefault = 7
    package static let agendaDaysMax = 366

    // Import and export
    /// Rows that an export reads at a time.
    package static let exportBatch = 500
    /// The size of an imported file.
    package static let importSizeMax = 256 << 20
    package static let importRowsMax = 1_000_000
    /// Rows that are checked, and later written, in one transaction.
    package static let importBatchSize = 200
    package static let importRowSizeMax = 4 << 20
    /// Faults that are listed; all are counted.
    package static let importFaultsMax = 1_000
    /// The distance from 0 that no position exceeds, so that there is room on both sides.
    package static let positionMax: Int64 = 1 << 60
    package static let originLengthMax = 100

    // Outbox and web hooks
    /// Attempts to deliver a message, over about a day.
    package static let outboxAttemptsMax: Int64 = 14
    /// Rows that one transaction of the cleanup deletes.
    package static let tidyBatch = 1_000
    package static let hookEventsMax = 50
    package static let hookDescriptionLengthMax = 500
    package static let hookPayloadSizeMax = 64 << 10

    // Live changes
    /// Changes that a reader may have missed before it has to reload everything.
    package static let changesBacklogMax = 500
    package static let changeReadersOfOneMax = 20
    package static let changeHeartbeat: Duration = .seconds(15)

    // Search
    /// The length of a search text, in characters.
    package static let searchTextLengthMax = 200
    /// Words of one entry that are indexed; those of its first fields.
    package static let searchWordsMax = 1_000
    /// Characters of the excerpt that shows a match.
    package static let searchExcerptLengthMax = 160

    // Lists of the console.
    /// Entries whose titles are read at once.
    package static let titlesMax = 1_000
    package static let viewsMax = 20
    /// Entries that one undo request names.
    package static let undoBatch = 10_000

    // Points
    /// Expiring awards that are read at once.
    package static let pointsLotsBatch = 100

    // People
    package static let peopleTextLengthMax = 100
    /// Items of each kind on the page of a person.
    package static let personPartsMax = 50

    // Codes, SMS and mail
    /// The window in which codes and guesses are counted.
    package static let codeWindow: Duration = .seconds(600)
    /// The time for which a request for a code waits for the gateway to accept the SMS.
    package static let codeSendWait: Duration = .seconds(4)
    /// The time for which a code that staff may see is stored in the clear.
    package static let codeShownAge: Duration = .seconds(24 * 3600)
    /// The newest codes, which the feed follows.
    package static let codesFollowedMax = 200
    /// The time for which one audit entry covers further views of codes or people.
    package static let codeLookWindow: Duration = .seconds(600)
    package static let smsTimeout: Duration = .seconds(10)
    package static let smsAnswerSizeMax = 64 << 10
    package static let mailSubjectLengthMax = 200

    // Images
    /// Uploads whose focal points are looked up at once.
    package static let mediaLookupsMax = 500
}
