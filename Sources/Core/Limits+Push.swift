/// Bounds of notifications, and of messages that are tried a few times only.
extension Limits {
    /// The pause after the first failure of what is tried a few times only.
    package static let outboxPauseOfFew: Duration = .seconds(150)
    package static let pushTokenLengthMax = 4_096
    package static let pushTitleLengthMax = 100
    /// Firebase takes 4096 bytes for the title, the text and all else; a letter has up to four.
    package static let pushTextLengthMax = 500
    /// One that could not be sent for so long is given up.
    package static let pushAge: Duration = .seconds(24 * 3600)
    package static let pushAnswerSizeMax = 64 << 10
}
