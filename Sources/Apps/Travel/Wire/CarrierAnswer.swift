import Core
import Transit
import Web

/// A carrier by its code (E6; T65–T67).
struct CarrierAnswer {
    private let call: TravelCall

    init(_ call: TravelCall) {
        self.call = call
    }

    /// One match fills both members for a code of another system, several only the list (decision 6).
    func answer() throws(Problem) -> PublicAnswer {
        guard let code = call.query["code"] else {
            throw TravelQuery.wrong("code", "нужно указать", "is missing")
        }
        let system = try call.query.system()
        let found = carriers(code, system)
        guard let first = found.first else {
            throw Timetable.notFound(code, in: system?.rawValue ?? "yandex")
        }
        let writer = call.writer
        return PublicAnswer { json in
            json.object { json in
                if found.count == 1 {
                    json.key("carrier")
                    writer.carrier(first, isShort: false, &json)
                }
                if system != nil {
                    json.key("carriers")
                    json.array { json in
                        for carrier in found { writer.carrier(carrier, isShort: false, &json) }
                    }
                }
            }
        }
    }

    private func carriers(_ code: String, _ system: CodeSystem?) -> [LiveContent] {
        let all = call.writer.carriers
        switch system {
        case nil: return all.named(code).map { [$0] } ?? []
        case .iata: return all.contents.filter { $0.string("iata") == code }
        case .sirena: return all.contents.filter { $0.string("sirena") == code }
        case .express, .esr: return []
        }
    }
}
