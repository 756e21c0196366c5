/// Bounds of stories and of the bundle that an app ships with.
extension Limits {
    /// The highest number of a content that a file may ask for; far below 2³¹, where clients with short integers end.
    package static let contentNumberMax: Int64 = 1_000_000_000
    /// Texts in characters: a little more than what probably fits the lines that the screen has for them.
    package static let storyTitleLengthMax = 60
    package static let storyGroupTitleLengthMax = 60
    package static let storyTextLengthMax = 160
    /// How long a page can be shown, in seconds.
    package static let storySeconds: ClosedRange<Int64> = 3...60
    package static let storySecondsDefault: Int64 = 10
    /// Groups and pages of one bundle; an app ships with a few.
    package static let storyBundleGroupsMax = 100
    package static let storyBundlePagesMax = 500
    /// Bytes of all files of a bundle.
    package static let storyBundleSizeMax = 512 << 20
    /// Groups and pages that the board of stories shows.
    package static let storyBoardMax = 1_000
}
