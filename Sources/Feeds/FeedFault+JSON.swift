/// Faults of JSON files.
extension FeedFault.Reason {
    package static let badJSON = FeedFault.Reason("bad-json", .error, "неверный JSON", "this is not JSON")
    package static let nestedTooDeep = FeedFault.Reason(
        "nested-too-deep",
        .error,
        "слишком глубокая вложенность",
        "it is nested too deeply"
    )
    package static let duplicateKey = FeedFault.Reason(
        "duplicate-key",
        .error,
        "ключ указан дважды",
        "the key is given twice"
    )
    package static let incomplete = FeedFault.Reason(
        "incomplete",
        .error,
        "файл оборван",
        "the file ends too early"
    )
    package static func wrongType(_ type: String) -> FeedFault.Reason {
        FeedFault.Reason("wrong-type", .error, "нужен тип \(type)", "must be of type \(type)")
    }
}
