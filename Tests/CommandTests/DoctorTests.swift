import Core
import Foundation
import Storage
import TestSupport
import Testing
import Web

/// The doctor who reads everything.
struct DoctorTests {
    @Test(arguments: TestDatabase.all)
    func `the deep doctor finds an upload whose file is gone`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            let file = program.folder + "/a.zip"
            try Data(MediaFixture.zip([("a.txt", "hello")])).write(to: URL(filePath: file))
            let id = try await program.run("media", "add", file, "-q").id

            let sound = try await program.run("doctor", "--deep")
            #expect(sound.status == 0, "\(sound.output)")
            #expect(sound.lines.contains { $0.hasPrefix("OK    deep") && $0.contains("1 files") })

            try FileManager.default.removeItem(atPath: "\(program.folder)/var/media/\(id.prefix(2))/\(id)")
            let broken = try await program.run("doctor", "--deep")
            #expect(broken.status == 65, "\(broken.output)")
            #expect(broken.lines.contains { $0.hasPrefix("FAIL  deep") && $0.contains(id) })
            // Without --deep nobody looks for files.
            #expect(try await program.run("doctor").status == 0)
        }
    }

    @Test func `the doctor knows when the certificate ends`() async throws {
        try await withProgram { program in
            func lines(_ certificate: String, key: String) async throws -> [Substring] {
                let files = ["VITRINA_TLS_CERTIFICATE": certificate, "VITRINA_TLS_KEY": key]
                return try await program.run(["doctor"], environment: files).lines
            }
            let long = try await TestCertificate(in: program.folder, name: "long", days: 30).files
            let short = try await TestCertificate(in: program.folder, name: "short", days: 7).files

            let sound = try await lines(long.certificate, key: long.key)
            #expect(sound.contains { $0.hasPrefix("OK    certificate") }, "\(sound)")
            let late = try await lines(short.certificate, key: short.key)
            #expect(late.contains { $0.hasPrefix("WARN  certificate") && $0.contains("Renew") }, "\(late)")
            let wrong = try await lines(long.certificate, key: short.key)
            #expect(wrong.contains { $0.hasPrefix("FAIL  certificate") }, "\(wrong)")
        }
    }

    @Test func `the deep doctor works on the database itself`() async throws {
        try await withProgram(isMigrated: false) { program in
            let outcome = try await program.run("doctor", "--deep", "--server", "http://127.0.0.1:1")

            #expect(outcome.status == 64)
            #expect(outcome.messages.contains("--context none"))
        }
    }

    @Test func `the status names damage that a server has found`() async throws {
        try await withProgram { program in
            let sound = try await program.run("status")
            #expect(!sound.messages.contains("FAIL"))
            let now = Timestamp(seconds: 1_800_000_000) ?? .earliest
            try await program.withDatabase { database in
                try await database.write { connection in
                    try connection.send("INSERT INTO chores (name, done_at) VALUES ('damage.found', \(now))")
                }
            }

            let damaged = try await program.run("status")

            #expect(damaged.status == 0)
            #expect(damaged.messages.contains("FAIL") && damaged.messages.contains("doctor --deep"))
        }
    }
}
