import Core

/// An OpenAPI document prepared for a page.
struct APIDescription: Sendable {
    let document: APIDocument

    var json: JSON {
        let operations = operations
        return [
            "paragraphs": .array(document.about.split(separator: "\n").map { .string(String($0)) }),
            "tags": .array(
                document.tags.enumerated().map { index, tag in
                    [
                        "name": .string(tag), "number": .integer(Int64(index)),
                        "operations": .array(operations.filter { $0.tag == tag }.map(\.json)),
                    ]
                }
            ),
            "schemas": .array(
                document.schemas.sorted { $0.key < $1.key }.map { name, shape in
                    ["name": .string(name), "fields": .array(Self.fields(of: shape))]
                }
            ),
        ]
    }

    private var operations: [(tag: String, json: JSON)] {
        // Paths are sorted by name, because a JSON object has no order.
        document.paths.sorted { $0.key < $1.key }.flatMap { path, methods in
            methods.sorted { $0.key < $1.key }.map { method, operation in
                (operation.tag, Self.operation(method, path, operation))
            }
        }
    }

    private static func operation(
        _ method: String,
        _ path: String,
        _ operation: APIDocument.Operation
    ) -> JSON {
        let answers = operation.answers.filter { $0.key.hasPrefix("2") }.sorted { $0.key < $1.key }
        return [
            "method": .string(method.uppercased()), "path": .string(path),
            "summary": .string(operation.summary), "description": JSON(operation.about),
            "needs_token": .bool(operation.needsToken),
            "parameters": .array(
                operation.parameters.filter { $0.place != "path" }.map { parameter in
                    [
                        "name": .string(parameter.name), "type": .string(parameter.shape?.word ?? ""),
                        "help": JSON(parameter.about),
                    ]
                }
            ),
            "body": .array(operation.body.map { fields(of: $0) } ?? []),
            "answers": .array(
                answers.map { status, answer in
                    [
                        "status": .string(status), "text": .string(answer.about ?? ""),
                        "type": .string(answer.shape?.word ?? ""),
                    ]
                }
            ),
        ]
    }

    private static func fields(of shape: APIDocument.Shape) -> [JSON] {
        shape.members.sorted { $0.key < $1.key }.map { name, field in
            [
                "name": .string(name), "type": .string(field.word), "help": JSON(field.about),
                "is_required": .bool(shape.required.contains(name)),
            ]
        }
    }
}
