import Core
import Flags
import Web

/// The format of a file of in-app default values, sorted by key (remote-config.md 6.15).
enum DefaultsFile: String, Sendable, CaseIterable {
    case xml = "XML"
    case plist = "PLIST"
    case json = "JSON"

    var contentType: String {
        switch self {
        case .xml, .plist: "application/xml; charset=utf-8"
        case .json: "application/json; charset=utf-8"
        }
    }

    /// Without parameters that use the in-app default (R27).
    func text(of template: FlagTemplate) -> String {
        let values = template.parameters.compactMapValues { $0.value?.text }.sorted { $0.key < $1.key }
        return switch self {
        case .xml: Self.xml(values)
        case .plist: Self.plist(values)
        case .json: JSON.object(Dictionary(values.map { ($0.key, .string($0.value)) }) { $1 }).text
        }
    }

    private static func xml(_ values: [(key: String, value: String)]) -> String {
        let entries = values.map { key, value in
            """
                <entry>
                    <key>\(escaped(key))</key>
                    <value>\(escaped(value))</value>
                </entry>

            """
        }
        return
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<defaultsMap>\n\(entries.joined())</defaultsMap>\n"
    }

    private static func plist(_ values: [(key: String, value: String)]) -> String {
        let entries = values.map { key, value in
            "    <key>\(escaped(key))</key>\n    <string>\(escaped(value))</string>\n"
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            \(entries.joined())</dict>
            </plist>

            """
    }

    /// XML 1.0 allows most control characters in no form, not even escaped.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\r": result += "&#13;"
            case "\t", "\n": result.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": continue
            case _: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
