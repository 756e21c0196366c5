import Foundation
import Web

/// A certificate for 127.0.0.1, which signs itself, with its key.
package struct TestCertificate: Sendable {
    package let files: TLSFiles

    /// Makes one with `openssl` in the folder; it is valid from now on.
    package init(in folder: String, name: String = "own", days: Int = 30) async throws {
        let files = TLSFiles(certificate: "\(folder)/\(name).pem", key: "\(folder)/\(name).key")
        let process = ChildProcess(
            "/usr/bin/env",
            [
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes", "-days", "\(days)", "-subj", "/CN=127.0.0.1", "-addext",
                "subjectAltName=IP:127.0.0.1",
                "-keyout", files.key, "-out", files.certificate,
            ],
            errors: .null
        )
        try process.run()
        await process.ended()
        self.files = files
    }

    /// Puts these files in the place of those of another one.
    package func replace(_ other: TestCertificate) throws {
        try copy(files.certificate, to: other.files.certificate)
        try copy(files.key, to: other.files.key)
    }

    private func copy(_ source: String, to target: String) throws {
        try Data(contentsOf: URL(filePath: source)).write(to: URL(filePath: target), options: .atomic)
    }
}
