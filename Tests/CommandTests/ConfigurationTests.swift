import Core
import Testing

struct ConfigurationTests {
    @Test func `a value comes from the first place that has it`() async throws {
        try await withProgram(isMigrated: false) { program in
            try program.write(#"{"port": 7001, "host": "0.0.0.0", "data": "./file"}"#, to: "vitrina.json")

            let outcome = try await program.run(
                ["config", "--data", "./flag", "--json"],
                environment: [
                    "VITRINA_DATA": "./environment", "VITRINA_PORT": "7002", "VITRINA_RATE_LIMIT": "",
                ]
            )

            #expect(outcome.json["data"] == ["value": "./flag", "origin": "flag --data"])
            #expect(outcome.json["port"] == ["value": "7002", "origin": "environment VITRINA_PORT"])
            #expect(outcome.json["host"] == ["value": "0.0.0.0", "origin": "file vitrina.json"])
            #expect(outcome.json["rate_limit"] == ["value": "600", "origin": "default"])
            #expect(outcome.json["server"] == ["value": .null, "origin": "default"])
        }
    }

    @Test func `a certificate without its key is refused, and a key without its certificate`() async throws {
        try await withProgram(isMigrated: false) { program in
            for (given, missing) in [("certificate", "key"), ("key", "certificate")] {
                let outcome = try await program.run(
                    ["config"],
                    environment: ["VITRINA_TLS_\(given.uppercased())": "file.pem"]
                )

                #expect(outcome.status == 78)
                #expect(outcome.messages.contains("tls_\(given) is set, so tls_\(missing) must be, too"))
            }
        }
    }

    @Test func `a read replica needs a primary on PostgreSQL`() async throws {
        try await withProgram(isMigrated: false) { program in
            let replica = ["VITRINA_READ_REPLICA": "postgres://standby,other:5433/db"]
            let alone = try await program.run(["config"], environment: replica)
            let both = try await program.run(
                ["config", "--json"],
                environment: replica.merging(["VITRINA_POSTGRES": "postgres://primary/db"]) { $1 }
            )

            #expect(alone.status == 78)
            #expect(alone.messages.contains("read_replica is set, so postgres must be, too"))
            #expect(both.status == 0)
            #expect(both.json["read_replica_seconds"] == ["value": "10", "origin": "default"])
        }
    }

    @Test func `a secret is never shown`() async throws {
        try await withProgram(isMigrated: false) { program in
            let secrets = [
                "VITRINA_POSTGRES": "postgres://u:hunter2@localhost/db", "VITRINA_TOKEN": "vt_hunter2",
                "VITRINA_OTLP_URL": "https://u:hunter2@traces.example",
                "VITRINA_READ_REPLICA": "postgres://u:hunter2@standby/db",
            ]

            for arguments in [["config"], ["config", "--json"]] {
                let outcome = try await program.run(arguments, environment: secrets)

                #expect(outcome.status == 0)
                #expect(outcome.output.contains("••••"))
                #expect(!outcome.output.contains("hunter2"))
            }
            for name in ["VITRINA_POSTGRES", "VITRINA_OTLP_URL", "VITRINA_READ_REPLICA"] {
                let wrong = try await program.run(["config"], environment: [name: "ftp://u:hunter2@host"])
                #expect(wrong.status == 78)
                #expect(!wrong.messages.contains("hunter2"))
            }
        }
    }

    @Test(arguments: [
        "postgres://a.example:5432,b.example:5433/mall?target_session_attrs=read-write",
        "PostgreSQL:///mall?host=/run/postgresql", "postgresql://u:p%40ss@[::1]:5432/mall",
    ])
    func `whatever libpq takes for an address is one`(address: String) async throws {
        try await withProgram(isMigrated: false) { program in
            let outcome = try await program.run(["config"], environment: ["VITRINA_POSTGRES": address])

            #expect(outcome.status == 0, "\(outcome.messages)")
        }
    }

    @Test(arguments: [
        ("VITRINA_PORT", "http"), ("VITRINA_PORT", "65536"), ("VITRINA_TIME_ZONE", "Mars/Olympus"),
        ("VITRINA_SERVER", "ftp://mall.example"), ("VITRINA_LOG_LEVEL", "loud"), ("VITRINA_RATE_LIMIT", "-1"),
        ("VITRINA_TRUSTED_PROXIES", "many"), ("VITRINA_SESSIONS", "0"), ("VITRINA_READ_REPLICA_SECONDS", "0"),
        ("VITRINA_OTLP_SAMPLE", "1.5"),
    ])
    func `a wrong value is named with its place`(name: String, value: String) async throws {
        try await withProgram(isMigrated: false) { program in
            let outcome = try await program.run(["config"], environment: [name: value])

            #expect(outcome.status == 78)
            let setting = name.dropFirst("VITRINA_".count).lowercased()
            #expect(outcome.messages.contains("The setting \(setting) must"))
            #expect(outcome.messages.contains("“\(value)” (environment \(name))"))
        }
    }

    @Test(arguments: [
        (#"{"prot": 80}"#, "Did you mean port?"), ("[]", "is not a JSON object"),
        ("{", "is not a JSON object"),
        (#"{"port": true}"#, "must be a string or a number"),
    ])
    func `a wrong file is refused`(text: String, sentence: String) async throws {
        try await withProgram(isMigrated: false) { program in
            try program.write(text, to: "own.json")

            let outcome = try await program.run("config", "--config", "own.json")

            #expect(outcome.status == 78)
            #expect(outcome.messages.contains(sentence))
        }
    }

    @Test func `a sample is printed although the settings are wrong`() async throws {
        try await withProgram(isMigrated: false) { program in
            let outcome = try await program.run(
                ["config", "--sample"],
                environment: ["VITRINA_PORT": "http"]
            )

            #expect(outcome.status == 0)
            #expect(outcome.lines.contains("#VITRINA_PORT=8080"))
            #expect(outcome.messages.isEmpty)
        }
    }

    @Test func `a file that was asked for must be there`() async throws {
        try await withProgram(isMigrated: false) { program in
            let named = try await program.run("config", "--config", "nowhere.json")
            let usual = try await program.run("config")

            #expect(named.status == 78)
            #expect(usual.status == 0)
        }
    }
}
