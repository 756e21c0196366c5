import Core

/// A released version of the mobile app, with the oldest one that may still be used.
package enum AppVersions: ContentDeclaration {
    package static let type = ContentType(
        "app_versions",
        singular: "app_version",
        title: Localized("Версии приложения", "App versions"),
        noun: Localized("версия приложения", "app version"),
        titleField: "app_version",
        rules: [
            number("app_version"), number("version_min"),
            Rule("version_min", Localized("новее самой версии", "is newer than the version itself")) { body in
                guard let version = body.string("app_version").flatMap({ AppVersion($0) }),
                    let least = body.string("version_min").flatMap({ AppVersion($0) })
                else { return true }
                return least <= version
            },
        ],
        fields: [
            Field("app_version", .text(lengthMax: 30), Localized("Версия", "Version")),
            Field("version_min", .text(lengthMax: 30), Localized("Не старее", "At least")),
            Field("android", .url, Localized("Ссылка для Android", "Link for Android")).optional(),
            Field("ios", .url, Localized("Ссылка для iOS", "Link for iOS")).optional(),
            Field(
                "notes",
                .localizedText(lengthMax: 5_000, isMultiline: true),
                Localized("Что нового", "Release notes")
            ).optional(),
        ]
    )

    private static func number(_ name: String) -> Rule {
        Rule(
            name,
            Localized(
                "должна быть вида 1.4.2, иначе приложение её не сравнит",
                "must be like 1.4.2, or the app cannot compare it"
            ),
            level: .warning
        ) {
            $0[name]?.string.map { AppVersion($0) != nil } ?? true
        }
    }
}

/// The number of a version of the app, ordered by its parts: 1.10 is newer than 1.9.
struct AppVersion: Comparable {
    private static let partsMax = 4

    private let parts: [Int32]

    /// Nil unless the text is one to four numbers joined by points.
    init?(_ text: String) {
        let pieces = text.split(separator: ".", omittingEmptySubsequences: false)
        let parts = pieces.compactMap { piece in
            piece.utf8.allSatisfy { 48...57 ~= $0 } ? Int32(piece) : nil
        }
        guard parts.count == pieces.count, parts.count <= Self.partsMax else { return nil }
        self.parts = parts + Array(repeating: 0, count: Self.partsMax - parts.count)
    }

    static func < (left: AppVersion, right: AppVersion) -> Bool {
        left.parts.lexicographicallyPrecedes(right.parts)
    }
}
