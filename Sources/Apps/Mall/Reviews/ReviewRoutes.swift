import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// «Оценка приложения» (mall.md section 3.4, F1).
struct ReviewRoutes: Sendable {
    /// Hourly limits of ratings of one device, and from one address, which a whole mall may share.
    private static let reviewsOfDeviceMax: Int64 = 10
    private static let reviewsFromAddressMax: Int64 = 200
    private static let reviewLengthMax = 5_000

    let services: Services

    func add(to group: RouterGroup<WebContext>) {
        group.post("app-feedback") { request, context in
            try await create(MallBody(request), from: context.address)
        }
    }

    /// Anyone can get a device id, and each text is mailed, so both are limited.
    private func create(_ body: MallBody, from address: String) async throws -> Response {
        guard let rating = body["rating"]?.integer, 1...5 ~= rating else {
            throw Problem.wrong(Localized("Оценка — от 1 до 5.", "The rating must be from 1 to 5."))
        }
        let text = try body.lines("text", lengthMax: Self.reviewLengthMax)
        let deviceID = body.id("mobile_device_id")
        let (now, services) = (services.now(), services)
        let review = try await services.database.write { connection in
            let device = try connection.mallDevice(deviceID)
            let limits = [
                AttemptLimit(
                    key: "mall-review:device:\(device.id)",
                    countMax: Self.reviewsOfDeviceMax,
                    window: .seconds(3600)
                ), AttemptLimit.hourly("mall-review", from: address, Self.reviewsFromAddressMax),
            ].compactMap { $0 }
            try limits.count(at: now, on: connection)
            let settings = try services.appSettings.of("mall", on: connection)
            var review = try connection.review(of: device, rating, text, at: now, random: services.random)
            if let to = settings.text("review_email"), let mail = review.mail(to: to, device),
                review.messageID == nil
            {
                review.messageID = try Outbox.enqueue(mail, subject: review.id, at: now, on: connection)
                try connection.send(
                    "UPDATE mall_reviews SET message_id = \(review.messageID) WHERE id = \(review.id)"
                )
            }
            return review
        }
        services.courier.wake()
        return .personal(
            PublicAnswer(status: 201) { json in
                json.object { json in
                    json.member("id", review.id)
                    json.member("mobile_device_id", review.deviceID)
                    json.member("mobile_user_id", JSON(review.userID))
                    json.member("text", JSON(review.text))
                    json.member("rating", review.rating)
                }
            }
        )
    }
}

extension MallBody {
    /// A text of several lines.
    fileprivate func lines(_ name: String, lengthMax: Int) throws(Problem) -> String? {
        guard let json = self[name] else { return nil }
        guard let text = json.string else { throw .wrongType(name) }
        let clean = text.unicodeScalars.filter { $0 == "\n" || $0.properties.generalCategory != .control }
        guard clean.count <= lengthMax else {
            throw .wrong(
                Localized(
                    "Отзыв: не больше \(lengthMax) символов.",
                    "A review has at most \(lengthMax) characters."
                )
            )
        }
        return String(String.UnicodeScalarView(clean))
    }
}
