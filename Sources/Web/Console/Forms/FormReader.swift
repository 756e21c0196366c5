import Core
import Storage

/// Makes a merge patch (RFC 7396) of a submitted form.
struct FormReader {
    let type: ContentType
    let time: HumanTime

    /// The differences from `base`, from which the form was made; fields that the form lacks are unchanged.
    func patch(_ form: Form, base: Body) -> (fields: [String: JSON], faults: [Fault]) {
        let before = FormTexts(base, of: type, time)
        var (patch, faults) = ([String: JSON](), [Fault]())
        for part in type.formParts where form.contains(part.name) {
            let texts = form.texts(of: part)
            // A moment has seconds that its field does not show, so an equal text leaves it unchanged.
            guard texts != before[part.name] else { continue }
            let value: JSON
            do throws(Fault) {
                value = try self.value(texts, of: part)
            } catch {
                faults.append(error)
                continue
            }
            if let language = part.language {
                patch[part.field.name] = patch[part.field.name, default: [:]].adding([
                    language.rawValue: value
                ])
            } else {
                patch[part.field.name] = value
            }
        }
        return (patch, faults)
    }

    private func value(_ texts: [String], of part: FormPart) throws(Fault) -> JSON {
        let text = texts.first ?? ""
        switch part.field.control {
        case .media(_, isMany: true), .reference(_, isMany: true): return .array(texts.map { .string($0) })
        case .table: return part.field.rows(typed: .array(texts.map { FormRow(text: $0).json }))
        case .moment:
            guard !text.isEmpty else { return .null }
            guard let moment = time.moment(ofField: text) else {
                throw Fault(part.pointer, "укажите дату и время", "must be a date and a time")
            }
            return .string(moment.description)
        case .text, .rich:
            // A URL or a name may look like a number.
            return text.isEmpty ? .null : .string(text)
        case .number, .toggle, .choice, .date, .media, .reference: return part.field.json(ofCell: text)
        }
    }
}
