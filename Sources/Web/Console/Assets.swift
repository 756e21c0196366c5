import Core
import HTTPTypes
import Hummingbird
import NIOCore
import Storage

/// Style sheets, scripts and icons of the console, at URLs that change with their contents.
package struct Assets: Sendable {
    private struct Asset: Sendable {
        let type: String
        let plain: ByteBuffer
        let compressed: ByteBuffer?
    }

    static let prefix = "/console"
    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
    ]

    /// Packed on first use.
    private let made: Lazy<(version: String, assets: [String: Asset]), Never>

    /// The prefixes of the templates that load a module's own assets, by module name.
    private let own: [String: [String]]

    /// Takes those of the files that are not templates.
    init(_ files: [String: String], modules: [any Module]) {
        own = modules.reduce(into: [:]) { own, module in
            if !module.assetPages.isEmpty { own[module.name] = module.assetPages }
        }
        made = Lazy { Self.packed(files) }
    }

    /// A version that changes with any file, since they refer to one another.
    var version: String { made.get().version }
    private var assets: [String: Asset] { made.get().assets }

    private static func packed(_ files: [String: String]) -> (version: String, assets: [String: Asset]) {
        var assets: [String: Asset] = [:]
        var digest: [UInt8] = []
        for (name, text) in files.sorted(by: { $0.key < $1.key }) {
            guard let type = types[name.split(separator: ".").last.map { String($0) } ?? ""] else {
                continue
            }
            let bytes = Array(text.utf8)
            digest += SHA256.digest(bytes)
            assets[name] = Asset(
                type: type,
                plain: ByteBuffer(bytes: bytes),
                compressed: Gzip.compressed(bytes).map { ByteBuffer(bytes: $0) }
            )
        }
        return (String(Hex.encode(SHA256.digest(digest)).prefix(12)), assets)
    }

    /// Scripts that another one imports when a page needs them.
    private static let imported: Set<String> = ["codes.js", "table.js"]

    /// The names of the scripts or styles that a page loads.
    ///
    /// The assets of a module with `assetPages` are loaded on those pages only, so that others stay small.
    func names(_ kind: String, for template: String, of module: String?) -> [String] {
        assets.keys.filter { name in
            name.hasSuffix(".\(kind)") && !Self.imported.contains(name)
                && own.allSatisfy { owner, pages in
                    !name.hasPrefix("\(owner).") || owner == module
                        || pages.contains { template.hasPrefix($0) }
                }
        }.sorted()
    }

    func add(to router: RouteCollector) {
        router.get("\(Self.prefix)/{version}/{name}") { request, context in
            let name = try context.parameters.require("name")
            let isCurrent = try context.parameters.require("version") == version
            guard let asset = assets[name] else {
                throw Problem.notFound(Localized("Такого файла нет.", "There is no such file."))
            }
            return response(asset, isCurrent, to: request)
        }
    }

    private func response(_ asset: Asset, _ isCurrent: Bool, to request: Request) -> Response {
        var headers: HTTPFields = [.contentType: asset.type, .vary: "Accept-Encoding"]
        // An older page must not cache a newer file forever.
        headers[.cacheControl] = isCurrent ? "public, max-age=31536000, immutable" : "no-cache"
        let isPacked = request.headers[.acceptEncoding]?.contains("gzip") == true
        guard isPacked, let compressed = asset.compressed else {
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: asset.plain))
        }
        headers[.contentEncoding] = "gzip"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: compressed))
    }
}
