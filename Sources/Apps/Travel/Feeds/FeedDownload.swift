import Core
import Feeds
import FoundationEssentials
import Glibc
import HTTPTypes
import Hummingbird
import NIOCore
import Storage
import Transit
import Web

/// The timetable as a GTFS archive to download.
struct FeedDownload: Sendable {
    let services: Services

    func response() async throws -> Response {
        let path = try await archive()
        // The file is open before its name goes, so nothing is left however this ends.
        defer { unlink(path) }
        let file = try FilePieces(path: path)
        let day = CivilDate(daysSince1970: services.now().seconds / 86_400)
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/zip", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"timetable-\(day).zip\"",
            ],
            body: ResponseBody { writer in
                while let piece = try file.next() { try await writer.write(ByteBuffer(bytes: piece)) }
                try await writer.finish(nil)
            }
        )
    }

    /// The path of the archive, which the caller removes.
    private func archive() async throws -> String {
        try await services.live.load()
        let settings = services.appSettings.of(Travel.app, in: services.live.state)
        // Each agency of a feed needs an address.
        let link = settings.text("copyright_url") ?? ""
        let export = GTFSExport(agencies: agencies(link), publisher: publisher(link))
        let feed = try await services.database.read { try export.feed(on: $0) }
        return try await FeedFileWriter().write(feed)
    }

    private func agencies(_ link: String) -> [String: GTFSExport.Agency] {
        let carriers = services.live.state[Carriers.type.name].contents
        return Dictionary(
            carriers.map { carrier in
                let url = carrier.string("url") ?? ""
                let agency = GTFSExport.Agency(
                    id: carrier.id,
                    code: carrier.string("code") ?? carrier.id,
                    name: carrier.text("title", .ru),
                    url: url.isEmpty ? link : url,
                    phone: carrier.string("phone") ?? "",
                    email: carrier.string("email") ?? ""
                )
                return (carrier.id, agency)
            }
        ) { first, _ in first }
    }

    private func publisher(_ link: String) -> GTFSExport.Agency {
        GTFSExport.Agency(id: "", code: "0", name: Travel().title.ru, url: link, phone: "", email: "")
    }
}

/// Writes an archive on a thread of its own, as packing takes long.
private actor FeedFileWriter {
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private nonisolated let executor = FileExecutor(label: "vitrina.feed")

    func write(_ feed: GTFSFeed) throws -> String {
        let folder = FileManager.default.temporaryDirectory.path
        var path = Array("\(folder)/vitrina-feed-XXXXXX".utf8CString)
        let file = mkstemp(&path)
        guard file >= 0 else { throw FileError("create a file in", folder) }
        close(file)
        let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        do {
            try GTFSWriter.write(feed, to: name)
        } catch {
            unlink(name)
            throw error
        }
        return name
    }
}
