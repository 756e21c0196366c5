import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

@testable import Apps

/// Campaigns of the mall, by the switches of its devices.
struct MallCampaignTests {
    // M133
    @Test(arguments: TestDatabase.all)
    func `a campaign reaches the devices on which its kind is enabled`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            _ = try await vitrina.services.appSettings.set(["test_mode": true], of: "mall", by: Vitrina.owner)
            let switches: [[String: JSON]] = [
                ["enable_push_promotion": true], ["enable_push_event": true], ["enable_push_children": true],
                ["enable_push_promotion": true, "enable_push_event": true], [:],
            ]
            for (index, on) in switches.enumerated() {
                var app = MallApp(vitrina)
                try await app.install()
                let id = app.deviceID
                _ = try await vitrina.database.write { connection in
                    try connection.execute(
                        """
                        UPDATE mall_devices SET push_token = \("token-\(index)"),
                            enable_push_promotion = \(on["enable_push_promotion"] == true),
                            enable_push_event = \(on["enable_push_event"] == true),
                            enable_push_children = \(on["enable_push_children"] == true)
                        WHERE id = \(id)
                        """
                    )
                }
            }
            let counts: [(JSON, Int64)] = [
                ([:], 2), (["kind": "promotion"], 2), (["kind": "event"], 2), (["kind": "children"], 1),
                (["kind": "system"], 5), (["kind": "system", "platform": "android"], 0),
            ]
            let path = "/admin/api/v1/mall/campaigns"
            let devices = MallPushDevices(
                database: vitrina.services.database,
                settings: vitrina.services.appSettings
            )
            let work = CampaignWork(
                database: vitrina.services.database,
                devices: devices,
                now: vitrina.services.now
            )
            for (audience, count) in counts {
                let body = JSON.object(["title": "Акция", "text": "Только сегодня"]).adding(audience)
                let id = try await vitrina.send(.post, path, body, as: Vitrina.owner).id
                let sent = try await vitrina.send(.post, "\(path)/\(id)/send", [:], as: Vitrina.owner)
                #expect(sent.status == 200, "\(sent.text)")
                _ = try await work.carryOut()
                try await vitrina.services.courier.deliverDue()
                let row = try await vitrina.send(.get, "\(path)/\(id)", as: Vitrina.owner).json
                #expect(row["sent"] == .integer(count) && row["queued"] == .integer(count), "\(row)")
            }
            // A device that is switched off before the courier comes gets nothing.
            let body: JSON = ["title": "Акция", "text": "Только сегодня", "kind": "children"]
            let id = try await vitrina.send(.post, path, body, as: Vitrina.owner).id
            _ = try await vitrina.send(.post, "\(path)/\(id)/send", [:], as: Vitrina.owner)
            _ = try await work.carryOut()
            _ = try await vitrina.database.write { connection in
                try connection.execute("UPDATE mall_devices SET enable_push_children = \(false)")
            }
            try await vitrina.services.courier.deliverDue()
            let row = try await vitrina.send(.get, "\(path)/\(id)", as: Vitrina.owner).json
            #expect(row["sent"] == 0 && row["failed"] == 1)
            // Sent again by hand, it counts once.
            _ = try await vitrina.database.write { connection in
                try connection.execute("UPDATE mall_devices SET enable_push_children = \(true)")
            }
            let failed = try await vitrina.send(.get, "/admin/api/v1/outbox?state=failed", as: Vitrina.owner)
            let message = try #require(failed.json.items.first?["id"])
            let again = "/admin/api/v1/outbox/\(message.text)/retry"
            #expect(try await vitrina.send(.post, again, as: Vitrina.owner).status == 200)
            try await vitrina.services.courier.deliverDue()
            let done = try await vitrina.send(.get, "\(path)/\(id)", as: Vitrina.owner).json
            #expect(done["sent"] == 1 && done["failed"] == 0, "\(done)")
        }
    }
}
