/// A file of a feed, which is read once from its beginning.
protocol FeedFile: AnyObject {
    /// Adds the next piece to the buffer; false at the end of the file.
    func read(into buffer: inout [UInt8]) throws -> Bool
}
