import Core
import Storage

/// The refunds that wait for the bank.
extension PaymentDesk {
    /// Takes a refund that is due, right before it is made; nil if there is none.
    ///
    /// Refunds of one payment are made one after another, and one that was tried comes first. Otherwise a lost answer
    /// would leave open which of them the bank has made.
    func nextRefund() async throws -> PaymentRefund? {
        let now = now()
        // A look that finds nothing writes nothing.
        guard try await database.read({ try $0.dueRefund(at: now) }) != nil else { return nil }
        return try await database.write { connection -> PaymentRefund? in
            guard let refund = try connection.dueRefund(at: now) else { return nil }
            let taken = try connection.execute(
                """
                UPDATE cruise_refunds SET try_at = \(now.advanced(by: refund.patience)), tries = tries + 1
                WHERE id = \(refund.id) AND try_at <= \(now)
                """
            )
            return taken == 1 ? refund : nil
        }
    }

    /// Makes a refund, except for the part that the bank has made already, for example in its own office.
    func make(_ refund: PaymentRefund) async throws {
        let (attempt, done) = try await database.read { connection in
            (
                try connection.paymentAttempt(number: nil, bankID: refund.paymentID),
                try connection.refunded(of: refund.paymentID)
            )
        }
        // A payment that was made without the bank is given back without it.
        guard let attempt else { return try await finish(refund) }
        do {
            let provider = try await self.provider(of: attempt, try await settings.of(Cruise.app))
            guard case .paid(let paid, let refunded, _) = try await provider.state(of: attempt) else {
                return try await fail(refund, "the bank does not know the payment")
            }
            let missing = min(done + refund.kopecks - refunded, refund.kopecks)
            if missing > 0,
                let reason = try await refusal(missing, of: attempt, deposited: paid - refunded, by: provider)
            {
                // Another server may have done it at the same time.
                guard case .paid(_, let given, _) = try await provider.state(of: attempt),
                    given >= done + refund.kopecks
                else { return try await fail(refund, reason) }
            }
            try await finish(refund)
        } catch {
            guard !error.concernsAll else { throw error }
            // It stays due, and the bank is asked before the next try.
            try await note(refund, (error as? Problem)?.detail.en ?? "the bank cannot be reached")
        }
    }

    /// Requests a refund at the bank; returns the reason of a refusal, and throws if the outcome is unknown.
    private func refusal(
        _ kopecks: Int64,
        of attempt: PaymentAttempt,
        deposited: Int64,
        by provider: any PaymentProvider
    ) async throws -> String? {
        do throws(BankFailure) {
            try await provider.refund(kopecks, of: attempt, deposited: deposited)
            return nil
        } catch {
            switch error {
            case .refused(let reason): return reason
            case .unknown(let problem): throw problem
            }
        }
    }

    private func finish(_ refund: PaymentRefund) async throws {
        let now = now()
        try await database.write { connection in
            guard let order = try connection.lockedOrder(refund.orderID) else { return }
            let done = try connection.execute(
                """
                UPDATE cruise_refunds SET state = 'done', try_at = NULL, failure = NULL, done_at = \(now)
                WHERE id = \(refund.id) AND state IN ('due', 'failed')
                """
            )
            guard done == 1 else { return }
            let payment = try connection.payments(of: order.id).first { $0.id == refund.paymentID }
            let provider = payment?.provider ?? PaymentMethod.card.provider
            _ = try connection.post(refund.payment(provider, at: now), of: order)
        }
    }

    private func fail(_ refund: PaymentRefund, _ reason: String) async throws {
        _ = try await database.write { connection in
            try connection.send(
                """
                UPDATE cruise_refunds SET state = 'failed', try_at = NULL, failure = \(String(reason.prefix(500)))
                WHERE id = \(refund.id) AND state = 'due'
                """
            )
        }
    }

    private func note(_ refund: PaymentRefund, _ reason: String) async throws {
        _ = try await database.write { connection in
            try connection.send(
                "UPDATE cruise_refunds SET failure = \(String(reason.prefix(500))) WHERE id = \(refund.id)"
            )
        }
    }
}

extension Connection {
    /// The first refund that is due, unless another one of the same payment comes before it.
    fileprivate func dueRefund(at now: Timestamp) throws -> PaymentRefund? {
        try rows(
            """
            SELECT * FROM cruise_refunds r WHERE r.try_at <= \(now) AND NOT EXISTS (
                SELECT 1 FROM cruise_refunds e WHERE e.payment_id = r.payment_id AND e.state = 'due'
                    AND e.id <> r.id AND (e.tries > r.tries OR (e.tries = r.tries AND e.id < r.id))
            ) ORDER BY r.try_at, r.id LIMIT 1
            """
        ).first.map(PaymentRefund.init)
    }
}
