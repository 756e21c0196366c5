import CLibCurl

extension HTTPRequest {
    func failed(_ code: CURLcode) -> Problem {
        let reason =
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST:
                Localized("такого имени нет", "there is no such name")
            case CURLE_COULDNT_CONNECT:
                Localized("соединение не принято", "the connection was refused")
            case CURLE_OPERATION_TIMEDOUT:
                Localized("нет ответа за отведённое время", "there was no answer in time")
            case CURLE_PEER_FAILED_VERIFICATION:
                Localized("сертификату нельзя доверять", "its certificate cannot be trusted")
            case _:
                Localized(
                    String(cString: curl_easy_strerror(code)),
                    String(cString: curl_easy_strerror(code))
                )
            }
        return Problem(
            .unavailable,
            Localized("Сервер \(host) недоступен: \(reason.ru).", "\(host) cannot be reached: \(reason.en).")
        )
    }

    func tooLarge() -> Problem {
        Problem(
            .unavailable,
            Localized(
                "Ответ сервера \(host) больше \(bodySizeMax) байт.",
                "The answer of \(host) is larger than \(bodySizeMax) bytes."
            )
        )
    }

    func unreadable(_ path: String) -> Problem {
        Problem(
            .notFound,
            Localized("Файл \(path) не читается.", "The file \(path) cannot be read.")
        )
    }

    func inside() -> Problem {
        Problem(
            .unavailable,
            Localized(
                "Адрес сервера \(host) — внутри сети; туда можно, только если он назван в настройке hook_hosts.",
                "The address of \(host) is inside the network, which needs the host in the setting hook_hosts."
            )
        )
    }
}
