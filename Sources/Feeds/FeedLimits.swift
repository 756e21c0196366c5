/// The bounds of a feed; a file beyond one of them is refused with a fault.
package struct FeedLimits: Sendable {
    /// Entries of a ZIP archive or of a folder.
    package var filesMax = 1_000
    /// Bytes of all files that are read, unpacked: room for some 100 million stop times.
    package var unpackedSizeMax = 8 << 30
    /// The greatest ratio of unpacked to packed size; tables shrink about 5 to 30 times.
    package var unpackedRatioMax = 200
    /// Bytes that a file may unpack to whatever its packed size is.
    package var unpackedSizeSmall = 64 << 20
    /// Bytes of the central directory of a ZIP archive.
    package var directorySizeMax = 4 << 20
    /// Bytes of one row, from its first cell to its line break; a quote that is never closed ends here.
    package var lineLengthMax = 1 << 20
    /// Columns of one table.
    package var columnsMax = 200
    /// Rows of `stop_times.txt`; each takes about 40 bytes while it is read.
    package var stopTimesMax = 20_000_000
    /// Rows of every other file.
    package var rowsMax = 5_000_000
    /// Bytes of all texts that are kept: ids, names, links.
    package var textSizeMax = 512 << 20
    /// Bytes of an id: databases index it.
    package var identifierSizeMax = 255
    /// Faults that are kept one by one; all are counted.
    package var faultsMax = 1_000

    package init() {}
}
