import Foundation
import TestSupport
import Testing

@testable import Core

struct DescriptorsTests {
    @Test(arguments: [(96, 48, 72), (1_024, 512, 960), (65_536, 32_768, 65_472)])
    func `connections leave half of the numbers, and files the last ones`(
        limit: Int,
        connections: Int,
        files: Int
    ) {
        #expect(Descriptors.end(for: .connection, of: limit) == connections)
        #expect(Descriptors.end(for: .file, of: limit) == files)
    }

    @Test func `a file is opened, and a missing one is told of, while there is room`() throws {
        try #require(Descriptors.areLeft(for: .file))
        let number = Descriptors.ofFile("/proc/self/stat", O_RDONLY | O_CLOEXEC)
        #expect(number >= 0)
        close(number)

        #expect(Descriptors.ofFile("/nowhere", O_RDONLY | O_CLOEXEC) == -1)
        #expect(!FileError("open", "/nowhere").isScarce)
    }

    @Test(arguments: [EMFILE, ENFILE, ENOENT, EACCES, ENOSPC])
    func `a file that the server cannot open is 503, with a time to try again`(code: Int32) throws {
        errno = code
        let problem = try #require(Problem(known: FileError("create", "a file")))

        #expect(problem.kind == .unavailable)
        #expect(problem.retryAfter != nil)
    }
}
