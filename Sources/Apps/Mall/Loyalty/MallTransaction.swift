import Core
import Storage
import Web

/// A ledger entry in the app's API (mall.md section 4, Transaction).
struct MallTransaction: Sendable {
    let entry: PointsEntry
    private let snapshot: MallSnapshot?
    /// The offer or event in its current version.
    private let current: LiveContent?
    private let shop: LiveContent?

    init(_ entry: PointsEntry, live: LiveState? = nil) {
        self.entry = entry
        let snapshot = entry.subject.flatMap { MallSnapshot($0) }
        self.snapshot = snapshot
        current = snapshot.flatMap { snapshot in
            entry.subjectID.flatMap { live?[snapshot.content.type][$0] }
        }
        shop = current?.string("shop").flatMap { live?[Shops.type.name][$0] }
    }

    func write(_ language: Language, _ json: inout JSONWriter) {
        json.object { json in
            json.member("id", entry.id)
            json.member("change_balance", entry.change)
            json.member("type_transaction", type)
            json.key("object")
            if let snapshot {
                writeObject(snapshot, language, &json)
            } else {
                json.null()
            }
            json.member("type_object", JSON(objectType))
            json.member("created_at", entry.createdAt.description)
        }
    }

    /// The type in the contract; clients support no others.
    private var type: String {
        switch entry.cause {
        case .correction: entry.change < 0 ? "deductions_admin" : "accrual_admin"
        case .expiry: "deductions_admin"
        case .refund: "refund_offer"
        case _: entry.cause.name
        }
    }

    private var objectType: String? {
        switch entry.cause {
        case .referralActivation, .referralActivated: "Mobile User"
        case .correction, .expiry, .registration, .survey: nil
        case _:
            switch snapshot?.content.type {
            case Offers.type.name?: "Offer"
            case Events.type.name?: "event"
            case _: nil
            }
        }
    }

    /// A deleted object is written from its snapshot.
    private func writeObject(_ snapshot: MallSnapshot, _ language: Language, _ json: inout JSONWriter) {
        let content = snapshot.content
        func text(_ name: String) -> String { (current ?? content).text(name, language) }
        json.object { json in
            json.member("id", content.id)
            json.member("created_at", content.createdAt.description)
            json.member("updated_at", content.createdAt.description)
            json.member("on_home", (current ?? content).bool("on_home"))
            json.member("cost", -min(entry.change, 0))
            json.member("start_at", content.liveFrom)
            json.member("end_at", content.liveUntil)
            json.member("priority", (current ?? content).position)
            json.member("archive", current == nil)
            if content.type == Events.type.name {
                // The title stays that of the snapshot (M123).
                json.member("title", content.text("title", language))
                json.member("content", text("content"))
                return
            }
            json.member("name", content.text("name", language))
            json.member("shop_id", content.string("shop") ?? "")
            json.member("disclaimer", optional: text("disclaimer"))
            for name in ["description", "confirmation_conditions", "conditions_receiving"] {
                json.member(name, text(name))
            }
            json.member("type", content.string("type") ?? "")
            json.member("count", (current ?? content).integer("count") ?? 0)
            if let shop = snapshot.shop ?? shop {
                json.key("shop")
                json.object { json in
                    json.member("id", shop.id)
                    json.member("name", shop.text("name", language))
                }
            }
        }
    }
}
