import FoundationEssentials
import Storage

/// A mail in its transfer form (RFC 5322, 2045, 2047): UTF-8 plain text, safe against header injection.
struct MIME: Sendable, Hashable {
    let mail: Mail
    let from: MailAddress
    /// The same at every attempt, so that a mail delivered twice is shown once.
    let id: String
    let date: Timestamp

    var text: String {
        let domain = from.address.split(separator: "@").last ?? "localhost"
        let headers = [
            "From: \(from.header)", "To: \(mail.to)", "Subject: \(Self.encoded(Self.line(mail.subject)))",
            "Date: \(Self.date(date))", "Message-ID: <\(Self.token(id))@\(domain)>", "MIME-Version: 1.0",
            "Auto-Submitted: auto-generated",
        ]
        return headers.joined(separator: "\r\n") + "\r\n" + (mail.file.map(parts) ?? letter)
    }

    /// The text with its own headers.
    private var letter: String {
        let body = mail.text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing(
            "\n",
            with: "\r\n"
        )
        return "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n"
            + Self.lines(Data(body.utf8))
    }

    /// The text and a file, which mail clients treat only as an attachment (RFC 2046 §5.1.3, RFC 2183, RFC 2231).
    private func parts(_ file: MailFile) -> String {
        // Neither part can contain it, because both are base64.
        let border = "=_\(Self.token(id))".prefix(70)
        let name = String(Self.line(file.name).unicodeScalars.prefix(Self.fileNameLengthMax))
        let encoded = Self.encoded(fileName: name)
        let head = [
            "Content-Type: application/octet-stream",
            "Content-Disposition: attachment;\r\n filename*=UTF-8''\(encoded)",
            "Content-Transfer-Encoding: base64",
        ]
        return "Content-Type: multipart/mixed; boundary=\"\(border)\"\r\n\r\n--\(border)\r\n\(letter)"
            + "--\(border)\r\n\(head.joined(separator: "\r\n"))\r\n\r\n\(Self.lines(Data(file.bytes)))"
            + "--\(border)--\r\n"
    }

    /// RFC 5987 §3.2.1, without the characters that mail clients take for a part of a path.
    private static func encoded(fileName name: String) -> String {
        name.percentEncoded.replacing("~", with: "%7E")
    }

    private static func lines(_ data: Data) -> String {
        data.base64EncodedString(options: [
            .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
        ]) + "\r\n"
    }

    /// One line, with every character removed that could start another.
    static func line(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(Limits.mailSubjectLengthMax).map {
            scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            case _: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// A text in a header: as it is if it is plain, else as base64 words of at most 75 characters.
    static func encoded(_ text: String) -> String {
        let isPlain = text.utf8.count <= plainLengthMax && text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
        // A text that looks like an encoded word would be decoded as one.
        if isPlain, !text.contains("=?") { return text }
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > wordSizeMax { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?UTF-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }

    private static let plainLengthMax = 60
    /// A line has at most 998 characters (RFC 5322 §2.1.1), and each of these may take twelve.
    private static let fileNameLengthMax = 75
    private static let wordSizeMax = 45

    private static func token(_ text: String) -> String {
        text.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }

    /// A date in the format of RFC 5322 §3.3.
    private static func date(_ moment: Timestamp) -> String {
        let days = (moment.seconds - (moment.seconds % 86_400 + 86_400) % 86_400) / 86_400
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][Int((days % 7 + 7) % 7)]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let text = moment.description
        let month = Int(text.dropFirst(5).prefix(2)).map { months[($0 - 1) % 12] } ?? ""
        let (day, year) = (text.dropFirst(8).prefix(2), text.prefix(4))
        return "\(weekday), \(day) \(month) \(year) \(text.dropFirst(11).prefix(8)) +0000"
    }
}

/// The sender of a mail: an address, and the name that people see.
package struct MailAddress: Sendable, Hashable {
    package let name: String
    package let address: String

    /// Parses `mall@example.org` or `Mall <mall@example.org>`; nil if the address is not valid.
    package init?(_ text: String) {
        let text = text.trimmed
        if let open = text.lastIndex(of: "<"), text.hasSuffix(">") {
            let isBorder = { (character: Character) in character == " " || character == "\"" }
            var name = text[..<open].drop(while: isBorder)
            while let last = name.last, isBorder(last) { name = name.dropLast() }
            guard let address = Email.normalized(String(text[text.index(after: open)...].dropLast())) else {
                return nil
            }
            self.name = MIME.line(String(name))
            self.address = address
        } else {
            guard let address = Email.normalized(text) else { return nil }
            self.name = ""
            self.address = address
        }
    }

    var header: String {
        guard !name.isEmpty else { return address }
        let isPlain =
            name.utf8.allSatisfy { 0x20..<0x7F ~= $0 } && !name.contains("\"") && !name.contains("\\")
        return (isPlain && name.utf8.count <= 60 && !name.contains("=?") ? "\"\(name)\"" : MIME.encoded(name))
            + " <\(address)>"
    }
}
