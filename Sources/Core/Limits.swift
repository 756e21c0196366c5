/// Every bound that input meets, in one place.
package enum Limits {
    // Requests
    /// Connections that may wait until they are accepted, as when a thousand phones come back at once.
    package static let waitingConnectionsMax = 4_096
    package static let bodySizeMax = 1 << 20
    package static let headerLengthMax = 200
    package static let jsonDepthMax = 32
    package static let pageSizeMax = 200
    package static let pageSizeDefault = 50
    package static let cursorLengthMax = 2_000
    /// Rows that an app may skip by `start`.
    package static let skipMax = 1_000_000
    /// Rows that an app may ask for at once.
    package static let appPageSizeMax = 500

    // Content
    package static let textLengthMax = 10_000
    package static let richTextLengthMax = 100_000
    /// Elements within elements that the parser follows; deeper ones start anew.
    package static let richTextDepthMax = 200
    /// Lists, entries and quotations within one another that are kept.
    package static let richTextContainersMax = 16
    package static let urlLengthMax = 2_000
    package static let slugLengthMax = 80
    package static let referencesMax = 200
    package static let imagesMax = 30
    package static let noteLengthMax = 500
    package static let pointsMax: Int64 = 1_000_000_000
    /// Digits of a decimal, before and after its point together.
    package static let decimalDigitsMax = 18

    /// References that one removal may clear.
    package static let usesClearedMax = 500
    /// How long the trash keeps what lies in it.
    package static let trashAge: Duration = .seconds(30 * 86_400)
    /// Versions of each content that no retention takes away.
    package static let versionsKeptMin = 10
    /// Rows that one transaction of the housekeeping takes away.
    package static let housekeepingBatch = 500
    /// Contents that one call may change, each for itself.
    package static let bulkMax = 100_000
    /// Contents that one call may change in one transaction, all or none.
    package static let bulkWholeMax = 10_000
    /// Contents that one transaction of a longer call changes.
    package static let bulkBatch = 100
    /// Days by which one call may move dates, either way.
    package static let shiftDaysMax: Int64 = 3_660
    /// Failures that are told of one call; all are counted.
    package static let bulkFailuresMax = 200
    /// Warnings that are listed at once.
    package static let warningsMax = 1_000
    /// Words, or tags, of a text that are compared one by one; a longer text is compared as a whole.
    package static let diffWordsMax = 2_000

    // Media
    package static let imageSizeMax = 20 << 20
    package static let archiveSizeMax = 512 << 20
    /// Width times height.
    package static let imagePixelsMax = 50_000_000
    package static let fileNameLengthMax = 200
    package static let imageSideMax = 30_000
    /// Parts of an image's file that are looked at.
    package static let imageSegmentsMax = 50_000
    package static let archiveEntriesMax = 20_000
    /// What a list of an archive's entries may take.
    package static let archiveDirectorySizeMax = 8 << 20
    /// What the files in an archive may take together once they are unpacked.
    package static let archiveUnpackedSizeMax: Int64 = 4 << 30
    /// An upload that nothing was added to for so long was left behind by a crash.
    package static let uploadAge: Duration = .seconds(24 * 3600)

    // Staff
    package static let emailLengthMax = 254
    package static let passwordLengthMin = 10
    package static let passwordLengthMax = 200
    package static let staffNameLengthMax = 100
    package static let sessionAge: Duration = .seconds(30 * 86_400)
    package static let sessionIdle: Duration = .seconds(7 * 86_400)
    package static let signInFailuresMax: Int64 = 5
    package static let signInAddressFailuresMax: Int64 = 50
    package static let signInWindow: Duration = .seconds(15 * 60)
    /// Passwords that may wait to be checked at once; each check takes a third of a second.
    package static let signInQueueMax = 20
    package static let tokenAgeMax: Duration = .seconds(366 * 86_400)

    // What a server keeps in memory
    package static let answersSizeMax = 32 << 20
    package static let answerSizeMax = 4 << 20
    package static let clientsMax = 50_000
    /// How many clients behind one address, as on the Wi-Fi of a mall, have their whole share of requests.
    package static let addressShares = 20

    // Idempotency keys and dry runs
    package static let idempotencyKeyLengthMax = 255
    package static let idempotencyAge: Duration = .seconds(24 * 3600)
    /// A longer answer is not kept.
    package static let idempotencyAnswerSizeMax = 1 << 20
    /// How long a request that comes again waits for the answer of the first.
    package static let idempotencyWaitMax: Duration = .seconds(5)
    /// A request that has neither answered nor written for so long is carried out by nobody any more.
    package static let idempotencyLease: Duration = .seconds(30)
    /// Writes of one request that a dry run does again for each that follows.
    package static let dryRunWritesMax = 50
    package static let dryRunUploadsMax = 200
    // Schedules and releases
    package static let scheduleAhead: Duration = .seconds(5 * 366 * 86_400)
    package static let releaseTitleLengthMax = 200
    package static let releaseItemsMax = 200
    /// What is looked up of what is due at once.
    package static let dueMax = 100
    package static let keptFaultsMax = 50
    package static let agendaDaysDefault = 7
    package static let agendaDaysMax = 366
    /// What has failed or is overdue, on the first page of an agenda.
    package static let agendaLateMax = 200
    /// A release that failed longer ago stands in its list and no longer in the agenda.
    package static let agendaFailureAge: Duration = .seconds(30 * 86_400)

    // Import and export
    /// A file that is imported.
    package static let importSizeMax = 256 << 20
    package static let importRowsMax = 1_000_000
    /// Rows that are looked at, and later written, in one transaction.
    package static let importBatchSize = 200
    package static let importCellSizeMax = 1 << 20
    package static let importRowSizeMax = 4 << 20
    package static let importColumnsMax = 500
    /// Faults that are told one by one; all are counted.
    package static let importFaultsMax = 1_000
    /// Ids that a dry run of one file among several names as not there yet.
    package static let importMissingMax = 100_000
    /// Further than this from the middle nothing stands, so that there is room on both sides.
    package static let positionMax: Int64 = 1 << 60
    package static let originLengthMax = 100
    /// A line of an answer that comes line by line.
    package static let progressLineSizeMax = 16 << 20
    // Outbox and web hooks
    /// Times that a message is tried, over about a day.
    package static let outboxAttemptsMax: Int64 = 14
    /// The pause after the first failure; each one after that is twice as long.
    package static let outboxPauseFirst: Duration = .seconds(10)
    package static let outboxPauseMax: Duration = .seconds(12 * 3600)
    /// Whoever has taken a message and says nothing for so long has been lost.
    package static let outboxLease: Duration = .seconds(60)
    /// Messages that a server sends at once, and those of one lane among them.
    package static let outboxParallelMax = 16
    package static let outboxLaneParallelMax = 4
    package static let outboxSentAge: Duration = .seconds(7 * 86_400)
    package static let outboxFailedAge: Duration = .seconds(30 * 86_400)
    /// Rows that one transaction tidies away.
    package static let tidyBatch = 1_000
    package static let hooksMax = 50
    package static let hookEventsMax = 50
    package static let hookDescriptionLengthMax = 500
    package static let hookPayloadSizeMax = 64 << 10
    package static let hookTimeout: Duration = .seconds(10)
    package static let hookAnswerSizeMax = 1 << 20
    /// Characters of the type of an answer that the log keeps.
    package static let hookAnswerTypeLengthMax = 100
    /// How long the secret before a new one signs too.
    package static let hookSecretOverlap: Duration = .seconds(24 * 3600)
    /// A hook that has only failed for so long is switched off.
    package static let hookFailingAge: Duration = .seconds(5 * 86_400)

    // Changes, as consoles follow them
    /// Types, and actions, that a list of changes is narrowed to.
    package static let changeFiltersMax = 20
    /// Changes that wait for one slow reader before it has to read everything anew.
    package static let changesBufferMax = 256
    /// Changes that a reader may have missed before it has to read everything anew.
    package static let changesBacklogMax = 500
    /// The latest lines among which those are looked for that are still being written.
    package static let changeWindow = 5_000
    /// The same for a page, which is drawn far more often than somebody begins to follow.
    package static let changePageWindow = 100
    /// Numbers that have been passed over, as ranges, which are looked for again.
    package static let changeGapsMax = 200
    package static let changeReadersMax = 500
    package static let changeReadersOfOneMax = 20
    package static let changeHeartbeat: Duration = .seconds(15)
    /// A reader that takes nothing for so long has gone without a word.
    package static let changeReaderStall: Duration = .seconds(60)
    /// After this time a reader comes again, and is asked again who it is.
    package static let changeReaderAge: Duration = .seconds(3600)

    // Search
    /// What somebody may type into a search, in characters.
    package static let searchTextLengthMax = 200
    package static let searchQueryWordsMax = 8
    /// Letters of a word that are compared.
    package static let searchWordLengthMax = 32
    /// Words of one content that it is found by; those of its first fields.
    package static let searchWordsMax = 1_000
    /// Known words that one word of a query may stand for, in each way in which it can be read.
    package static let searchCandidatesMax = 128
    /// Places of words that are read at once; a word of a query with more of them is frequent.
    package static let searchPlacesMax = 2_000
    /// Contents that are looked at for a frequent word, best first.
    package static let searchHitsMax = 1_000
    /// Places of a frequent word among which a filter looks for its own; of each further reading of it half as many.
    package static let searchScanMax = 5_000
    package static let searchScanMin = 64
    /// Readings of a frequent word that are followed.
    package static let searchReadingsMax = 32
    package static let searchPageSizeDefault = 20
    /// Characters of a text that show where a word was found.
    package static let searchExcerptLengthMax = 160
    /// Contents that are indexed in one transaction.
    package static let searchBatchSize = 500

    // The console.
    package static let formFieldsMax = 2_000
    /// For how long an act can be taken back.
    package static let undoAge: Duration = .seconds(600)
    /// How long a server may be silent and still count as running.
    package static let serverSilenceMax: Duration = .seconds(30)
    /// A form that nobody has told of for so long is closed; a browser tells of it every few seconds.
    package static let editingSilenceMax: Duration = .seconds(30)
    /// Whoever has typed nothing for so long is only looking.
    package static let editingTypingAge: Duration = .seconds(60)
    /// Forms that one person has open, and people who are named on one.
    package static let editingFormsMax = 50
    package static let editingNamesMax = 5
    package static let preferenceSizeMax = 16 << 10
    package static let preferenceNameLengthMax = 200
    /// Contents that are put on a block of the home screen at once.
    package static let homeAdditionMax = 50
    /// Cards that were taken off the home screen and still stand there.
    package static let homeOffMax = 8

    // Lists of the console.
    /// Contents whose titles are asked for at once.
    package static let titlesMax = 1_000
    /// Changes that a dry run of an import shows.
    package static let importPreviewMax = 20
    /// What the name of a saved view may have, in characters, and how many of them a person keeps.
    package static let viewNameLengthMax = 60
    package static let viewsMax = 20
    /// Names of pages, deeds and flags whose words are kept in memory.
    package static let paletteNamesMax = 5_000
    /// Parts of a form with files, and what the head of one and a field in it may take.
    package static let formPartsMax = 60
    package static let formPartHeadSizeMax = 8 << 10
    package static let formPartSizeMax = 64 << 10
    package static let formFilesMax = 20
    /// A form with all its files.
    package static let formSizeMax = importSizeMax + (1 << 20)
    /// What a field of a form may be called, in bytes.
    package static let formNameSizeMax = 200
    /// Options that a picker shows.
    package static let pickMax = 20
    /// Contents of which a change of many shows what it does.
    package static let bulkShownMax = 8
    /// Contents that an act which is to be taken back names in one request.
    package static let undoBatch = 10_000

    // Reviews
    package static let reviewLengthMax = 5_000
    /// For how long a text completes the rating before it (mall.md 6.19).
    package static let reviewCompletionAge: Duration = .seconds(15 * 60)

    // Points
    /// All that one account may be given, ever.
    package static let pointsEarnedMax: Int64 = 1_000_000_000_000
    /// What one correction may give or take.
    package static let pointsCorrectionMax: Int64 = 1_000_000
    /// Awards with an end that are looked at at once.
    package static let pointsLotsBatch = 100
    package static let pointsFaultsMax = 100
    /// Lines of somebody's points that are read at once; an app is sent all of them, piece by piece.
    package static let transactionsBatch = 1_000
    package static let giftsMax = 1_000

    // Images
    /// Images that are decoded at once, and those that may wait for it.
    package static let imagesAtOnceMax = 2
    package static let imagesWaitingMax = 200
    /// Times that a JPEG may go over its pixels; each takes as long as the whole.
    package static let imageScansMax = 100
    /// What the small pictures may take together on the disk.
    package static let thumbnailsSizeMax = 256 << 20
    package static let thumbnailSizeMax = 4 << 20
    /// Uploads whose focal points are looked up at once.
    package static let mediaLookupsMax = 500
}
