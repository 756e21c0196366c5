import Core
import HTTPTypes
import Hummingbird
import NIOCore
import Testing
@testable import Web

/// Forms with files that differ from those of a browser.
struct MultipartFormTests {
    private static let head = "Content-Disposition: form-data; name="

    private func request(_ body: [UInt8], length: Int? = nil, piece: Int = 4_096) -> Request {
        var headers: HTTPFields = [.contentType: "multipart/form-data; boundary=x"]
        if let length { headers[.contentLength] = String(length) }
        let pieces = stride(from: 0, to: body.count, by: piece).map { start in
            ByteBuffer(bytes: body[start..<min(start + piece, body.count)])
        }
        let stream = AsyncStream<ByteBuffer> { continuation in
            for piece in pieces { continuation.yield(piece) }
            continuation.finish()
        }
        let head = HTTPRequest(
            method: .post,
            scheme: "http",
            authority: "x",
            path: "/",
            headerFields: headers
        )
        return Request(head: head, body: RequestBody(asyncSequence: stream))
    }

    private func refusal(_ body: some Sequence<UInt8>, length: Int? = nil) async throws -> Problem? {
        do {
            _ = try await MultipartForm(request(Array(body), length: length))
            return nil
        } catch let problem as Problem {
            return problem
        }
    }

    private func part(_ name: String, _ value: String, file: String? = nil) -> String {
        "--x\r\n\(Self.head)\"\(name)\"" + (file.map { "; filename=\"\($0)\"" } ?? "")
            + "\r\n\r\n\(value)\r\n"
    }

    @Test func `fields and files are read, with the line ends of this server`() async throws {
        let text = part("note", "one\r\ntwo") + part("file", "a,b", file: "a.csv") + "--x--\r\n"
        for piece in [1, 7, 4_096] {
            let form = try await MultipartForm(request(Array(text.utf8), piece: piece))
            #expect(form.fields["note"] == "one\ntwo")
            #expect(form.files.map(\.name) == ["a.csv"])
            #expect(form.files.map(\.size) == [3])
        }
    }

    // A2: .NET writes names without quotation marks, and others no space before them
    @Test(arguments: [
        ("form-data; name=note", "form-data; name=file; filename=a.csv; filename*=utf-8''a.csv"),
        ("form-data;name=\"note\"", "form-data;filename=\"a.csv\";name=\"file\""),
        ("Form-Data ; Name=note ", "form-data;\tNAME=file;\tFileName=a.csv"),
        ("form-data; filenames=\"; name=x\"; name=\"note\"; name=\"other\"", "x; name=file; filename=a.csv"),
    ])
    func `what stands behind a part is read as any client writes it`(note: String, file: String) async throws
    {
        let text =
            "--x\r\ncontent-disposition: \(note)\r\n\r\none\r\n"
            + "--x\r\nContent-Type: text/csv\r\nContent-Disposition: \(file)\r\n\r\na,b\r\n--x--\r\n"
        let form = try await MultipartForm(request(Array(text.utf8)))
        #expect(form.fields["note"] == "one" && form.fields.fields.count == 1)
        #expect(form.files.map(\.field) == ["file"])
        #expect(form.files.map(\.name) == ["a.csv"])
    }

    @Test func `more parts, files or bytes than are taken are refused as too much`() async throws {
        let parts = (0...MultipartParser.partsMax).map { part("f\($0)", "") }.joined() + "--x--\r\n"
        #expect(try await refusal(parts.utf8)?.kind == .tooLarge)
        let allowed = (1...MultipartParser.partsMax).map { part("f\($0)", "") }.joined() + "--x--\r\n"
        #expect(try await refusal(allowed.utf8) == nil)

        let files =
            (0...MultipartForm.filesMax).map { part("f", "1", file: "\($0).png") }.joined() + "--x--\r\n"
        let told = try await refusal(files.utf8)
        #expect(told?.kind == .tooLarge)
        #expect(told?.detail.en.contains("\(MultipartForm.filesMax) files") == true)

        let long = part("note", String(repeating: "x", count: MultipartForm.partSizeMax + 1)) + "--x--\r\n"
        #expect(try await refusal(long.utf8)?.kind == .tooLarge)
        // The body itself is not needed.
        #expect(try await refusal([], length: MultipartForm.sizeMax + 1)?.kind == .tooLarge)
    }

    @Test func `heads and names have an end`() async throws {
        let name = String(repeating: "n", count: MultipartParser.nameSizeMax)
        #expect(try await refusal((part(name, "") + "--x--\r\n").utf8) == nil)
        #expect(try await refusal((part(name + "n", "") + "--x--\r\n").utf8)?.kind == .malformed)
        let head = "--x\r\nA: " + String(repeating: "a", count: MultipartParser.partHeadSizeMax) + "\r\n"
        // The result is the same for any division: complete, with its end, or without any end.
        for end in ["", "\(Self.head)\"a\"\r\n\r\n1\r\n--x--\r\n"] {
            let body = Array((head + end).utf8)
            var whole = try #require(MultipartParser(contentType: "multipart/form-data; boundary=x"))
            #expect(throws: Problem.self) { try whole.feed(body) }
            #expect(try await refusal(body)?.kind == .malformed)
        }
    }

    @Test func `what is no form is told so`() async throws {
        let bodies: [[UInt8]] = [
            [], Array("--x".utf8), Array("--x--".utf8.dropLast()), Array("--xyz\r\n\r\n".utf8),
            Array("--x\r\n\r\n\r\n--x--\r\n".utf8), Array("--x\r\n\(Self.head)\"\"\r\n\r\n1\r\n--x--".utf8),
            Array(part("a", "1").utf8), Array("--x\r\n\(Self.head)\r\n\r\n1\r\n--x--".utf8),
            Array("--x\r\nContent-Disposition: form-data; a=\"name\"\r\n\r\n1\r\n--x--".utf8),
            Array("--x\r\n\(Self.head)\"a\"\r\n\r\n".utf8) + [0xFF, 0xFE] + Array("\r\n--x--".utf8),
            Array("--x\r\n\(Self.head)\"".utf8) + [0xC3, 0x28] + Array("\"\r\n\r\n1\r\n--x--".utf8),
        ]
        for body in bodies {
            #expect(try await refusal(body)?.kind == .malformed, "\(String(decoding: body, as: UTF8.self))")
        }
        // A body of boundaries is an empty form, and text around them is ignored.
        #expect(try await refusal("preamble\r\n--x--epilogue".utf8) == nil)
    }
}
