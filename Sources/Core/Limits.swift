/// Every bound that input meets, in one place.
package enum Limits {
    // Requests
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
    /// Passwords that may wait to be checked at once; each check takes a fifth of a second.
    package static let signInQueueMax = 20
    package static let tokenAgeMax: Duration = .seconds(366 * 86_400)

    // What a server keeps in memory
    package static let answersSizeMax = 32 << 20
    package static let answerSizeMax = 4 << 20
    package static let addressesMax = 50_000

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
}
