import Core
import Foundation

/// A mail server for tests: it records every mail, or refuses it in the chosen way.
package struct MailSink: Sendable {
    package enum Manner: String, Sendable {
        case plain
        /// Requires the user `user` and the password `secret`.
        case login
        /// Offers STARTTLS with a certificate that only `certificate` confirms.
        case tls
        /// Refuses every mailbox as unknown.
        case unknown
        /// Refuses every mail as busy.
        case busy
        /// Accepts the connection and sends nothing.
        case silent
    }

    package struct Taken: Sendable {
        package let from: String
        package let to: [String]
        package let isEncrypted: Bool
        package let user: String
        /// The text as it was received, with lines ended by `\\n`.
        package let text: String

        package func header(_ name: String) -> String? {
            let head = text.components(separatedBy: "\n\n").first ?? ""
            let lines = head.replacing("\n ", with: " ").split(separator: "\n")
            return lines.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
        }

        package var body: String {
            let lines = text.components(separatedBy: "\n\n").dropFirst().joined().filter { !$0.isNewline }
            return Data(base64Encoded: lines).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
    }

    package let port: Int
    /// The certificate authority for `tls`.
    package let certificate: String
    fileprivate let log: String

    package func taken() throws -> [Taken] {
        guard let text = try? String(contentsOfFile: log, encoding: .utf8) else { return [] }
        return try text.split(separator: "\n").map { line in
            let mail = try JSON(parsing: Array(line.utf8))
            return Taken(
                from: mail["from"]?.string ?? "",
                to: mail["to"]?.strings ?? [],
                isEncrypted: mail["tls"]?.bool ?? false,
                user: mail["user"]?.string ?? "",
                text: mail["text"]?.string ?? ""
            )
        }
    }
}

/// Runs `body` with a mail server, and stops it afterwards.
package func withMailSink(
    _ manner: MailSink.Manner = .plain,
    _ body: (MailSink) async throws -> Void
) async throws {
    try await withTemporaryDirectory { directory in
        try await PythonServer.with(program, [manner.rawValue, directory]) { server in
            try await body(
                MailSink(
                    port: server.port,
                    certificate: "\(directory)/certificate.pem",
                    log: "\(directory)/log"
                )
            )
        }
    }
}

private let program = """
    import base64, json, socketserver, ssl, subprocess

    manner, folder = sys.argv[1:3]
    context, lock = None, threading.Lock()
    if manner == "tls":
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
            "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder + "/key.pem", "-out",
            folder + "/certificate.pem"], check=True, stderr=subprocess.DEVNULL)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder + "/certificate.pem", folder + "/key.pem")

    class Handler(socketserver.StreamRequestHandler):
        def say(self, text):
            self.wfile.write((text + "\\r\\n").encode())

        def handle(self):
            if manner == "silent":
                self.rfile.read()
                return
            self.say("220 sink")
            mail, user, encrypted = {"to": []}, "", False
            while True:
                line = self.rfile.readline().decode().rstrip()
                word = line.upper()
                if word.startswith("EHLO"):
                    offers = ["sink", "8BITMIME"]
                    if context and not encrypted:
                        offers.append("STARTTLS")
                    if manner in ("login", "tls"):
                        offers.append("AUTH PLAIN LOGIN")
                    for offer in offers[:-1]:
                        self.say("250-" + offer)
                    self.say("250 " + offers[-1])
                elif word == "STARTTLS" and context:
                    self.say("220 go")
                    self.connection = context.wrap_socket(self.connection, server_side=True)
                    self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb", 0)
                    encrypted = True
                elif word.startswith("AUTH PLAIN"):
                    text = line[11:]
                    if not text:
                        self.say("334 ")
                        text = self.rfile.readline().decode().strip()
                    name, password = base64.b64decode(text).decode().split("\\0")[1:]
                    if (name, password) == ("user@x", "sec ret"):
                        user = name
                        self.say("235 yes")
                    else:
                        self.say("535 no")
                elif word.startswith("MAIL FROM:"):
                    mail = {"from": line[10:].split(">")[0].strip(" <"), "to": []}
                    self.say("530 who are you" if manner == "login" and not user else "250 yes")
                elif word.startswith("RCPT TO:"):
                    if manner == "unknown":
                        self.say("550 no such mailbox")
                    elif manner == "busy":
                        self.say("451 later")
                    else:
                        mail["to"].append(line[8:].strip(" <>"))
                        self.say("250 yes")
                elif word == "DATA":
                    self.say("354 go on")
                    lines = []
                    while (line := self.rfile.readline()) not in (b".\\r\\n", b""):
                        lines.append(line[1:] if line.startswith(b"..") else line)
                    mail.update(text=b"".join(lines).decode().replace("\\r\\n", "\\n"), tls=encrypted, user=user)
                    with lock, open(folder + "/log", "a") as log:
                        log.write(json.dumps(mail) + "\\n")
                    self.say("250 taken")
                elif word == "QUIT" or not line:
                    if line:
                        self.say("221 bye")
                    return
                else:
                    self.say("250 yes")
    """
