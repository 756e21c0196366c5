// swift-tools-version:6.2
import Foundation
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // In debug builds, which the tests are: a newer compiler that warns of more keeps nobody from a release build.
    .treatAllWarnings(as: .error, .when(configuration: .debug)),
]

/// For the targets of the program, and for tests that compute much.
///
/// Debug builds are optimized, too, file by file: the tests then take less than half the time, and test what runs. The
/// price is a first debug build that takes a third longer, and a debugger that shows fewer variables.
let programSettings = settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// For the targets that are mostly pages and commands, which are half of the program: less code, and a shorter build.
let smallSettings = settings + [.unsafeFlags(["-Osize"])]

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let coreMetrics: Target.Dependency = .product(name: "CoreMetrics", package: "swift-metrics")
let hummingbirdCore: Target.Dependency = .product(name: "HummingbirdCore", package: "hummingbird")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let unixSignals: Target.Dependency = .product(name: "UnixSignals", package: "swift-service-lifecycle")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioEmbedded: Target.Dependency = .product(name: "NIOEmbedded", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPTypes: Target.Dependency = .product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioHTTPTypesHTTP1: Target.Dependency = .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")

/// What is in a folder under `Sources`, by its path from there: folders, or files.
func contents(_ path: String, areFolders: Bool) -> [String] {
    let top = Context.packageDirectory + "/Sources/"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: top + path).sorted()) ?? []
    return names.map { path.isEmpty ? $0 : "\(path)/\($0)" }.filter { inner in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: top + inner, isDirectory: &isFolder)
            && isFolder.boolValue == areFolders
    }
}

/// The folders under `Sources`, by their paths from there, as deep as `depth`.
func folders(_ path: String, depth: Int = 1) -> [String] {
    let inner = contents(path, areFolders: true)
    return depth == 1 ? inner : inner.flatMap { folders($0, depth: depth - 1) }
}

// An app is one folder: its commands are compiled into the program, what is no Swift is embedded.
let parts = folders("Apps", depth: 2)
let commands = parts.filter { $0.hasSuffix("/Commands") }
let embedded = parts.filter { ["Assets", "OpenAPI", "Templates"].contains($0.split(separator: "/").last) }

let package = Package(
    name: "vitrina",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "vitrina", targets: ["vitrina"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser.git", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types.git", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics.git", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", exact: "1.35.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", exact: "2.13.0"),
    ],
    targets: [
        .systemLibrary(name: "CLibSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CLibSSL", pkgConfig: "libssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CLibCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        // Opened at run time, see its header; so it needs no package to be built.
        .systemLibrary(name: "CLibVips"),
        .systemLibrary(name: "CLibPango"),
        // Without pkg-config, whose flags for it the package manager would warn of.
        .systemLibrary(name: "CLibUtf8proc", providers: [.apt(["libutf8proc-dev"])]),
        .systemLibrary(name: "CLibXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CLibZ", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .plugin(name: "EmbedMigrations", capability: .buildTool(), path: "Sources/EmbedMigrations"),
        .plugin(name: "EmbedFiles", capability: .buildTool(), path: "Sources/EmbedFiles"),

        .target(
            name: "Storage",
            dependencies: ["CLibPQ", "CLibSQLite"],
            swiftSettings: programSettings,
            plugins: ["EmbedMigrations"]
        ),
        .target(
            name: "Core",
            dependencies: [
                "Storage", "CLibCrypto", "CLibCurl", "CLibPango", "CLibUtf8proc", "CLibVips", "CLibXML",
                "CLibZ",
            ],
            swiftSettings: programSettings
        ),
        .target(name: "Transit", dependencies: ["Storage"], swiftSettings: programSettings),
        .target(name: "Voyages", swiftSettings: programSettings),
        .target(
            name: "Feeds",
            dependencies: ["CLibZ", "Core", "Storage", "Transit"],
            swiftSettings: programSettings
        ),
        .target(name: "Flags", dependencies: ["Core", "Storage"], swiftSettings: programSettings),
        .target(name: "Backup", dependencies: ["CLibZ", "Core", "Storage"], swiftSettings: programSettings),
        .target(
            name: "Web",
            dependencies: [
                "CLibSSL", "Core", "Storage", coreMetrics, hummingbird, hummingbirdCore, httpTypes, lifecycle,
                logging, nioCore, nioHTTP1, nioHTTPTypes, nioPosix,
            ],
            exclude: ["Console/Assets", "Console/Templates", "OpenAPI/Examples"],
            swiftSettings: programSettings,
            plugins: ["EmbedFiles"]
        ),
        .target(
            name: "Apps",
            dependencies: [
                "Backup", "Core", "Feeds", "Flags", "Storage", "Transit", "Voyages", "Web", hummingbird,
                httpTypes,
                lifecycle, logging, nioCore,
            ],
            exclude: (commands + embedded).map { String($0.dropFirst("Apps/".count)) },
            swiftSettings: smallSettings,
            plugins: ["EmbedFiles"]
        ),
        .executableTarget(
            name: "vitrina",
            dependencies: [
                "Apps", "Backup", "Core", "Flags", "Storage", "Transit", "Web", argumentParser, hummingbird,
                httpTypes,
                lifecycle,
                logging,
                nioCore,
                unixSignals,
            ],
            path: "Sources",
            exclude: folders("").filter { !["Apps", "vitrina"].contains($0) }
                + parts.filter { !commands.contains($0) }
                + (["Apps"] + folders("Apps")).flatMap { contents($0, areFolders: false) },
            sources: ["vitrina"] + commands,
            swiftSettings: smallSettings
        ),

        .systemLibrary(name: "CSpawn", path: "Tests/CSpawn"),
        .target(
            name: "TestSupport",
            dependencies: [
                "Apps", "CLibPQ", "CSpawn", "Core", "Flags", "Storage", "Web", hummingbird, httpTypes,
                lifecycle, logging,
            ],
            path: "Tests/TestSupport",
            swiftSettings: programSettings
        ),
        .testTarget(name: "StorageTests", dependencies: ["Storage", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "CoreTests",
            dependencies: ["CLibZ", "Core", "Storage", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "TransitTests",
            dependencies: ["Storage", "TestSupport", "Transit"],
            swiftSettings: programSettings
        ),
        .testTarget(
            name: "BackupTests",
            dependencies: ["Backup", "Core", "Storage", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "VoyagesTests",
            dependencies: ["TestSupport", "Voyages"],
            swiftSettings: programSettings
        ),
        .testTarget(
            name: "FeedsTests",
            dependencies: ["CLibZ", "Core", "Feeds", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "FlagsTests",
            dependencies: ["Core", "Flags", "Storage", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "WebTests",
            dependencies: [
                "Apps", "Core", "Storage", "TestSupport", "Web", coreMetrics, httpTypes, nioCore, nioEmbedded,
                nioHTTP1,
                nioHTTPTypes,
                nioHTTPTypesHTTP1,
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CommandTests",
            dependencies: ["Apps", "Core", "Flags", "Storage", "TestSupport", "Web", "vitrina"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "AppsTests",
            dependencies: ["Apps", "Core", "Feeds", "Flags", "Storage", "TestSupport", "Web", httpTypes],
            swiftSettings: settings
        ),
        // It runs the program itself, which stands beside the tests in the build directory.
        .testTarget(
            name: "DurabilityTests",
            dependencies: ["Core", "Storage", "TestSupport", "vitrina"],
            swiftSettings: settings
        ),
        // It reads all sources, which takes ten times as long without optimization.
        .testTarget(name: "TidyTests", swiftSettings: programSettings),
    ],
    swiftLanguageModes: [.v6]
)
