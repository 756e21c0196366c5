"""Says whether a file is a valid OpenAPI document, and one that programs and generators of clients can use.

usage: validate.py FILE
"""

import json
import re
import sys

from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV30SpecValidator, OpenAPIV31SpecValidator

METHODS = {"get", "put", "post", "delete", "options", "head", "patch", "trace"}
# Members with schemas by name, with one schema, or with a list of them.
NAMED = ("properties", "patternProperties", "$defs", "dependentSchemas")
SINGLE = ("items", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else")
LISTED = ("allOf", "anyOf", "oneOf", "prefixItems")


def plain(name):
    """What is left of a name in the languages that clients are made in."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def schemas(value, place=""):
    """Every schema of the document with its place."""
    if isinstance(value, list):
        for number, element in enumerate(value):
            yield from schemas(element, f"{place}/{number}")
    elif isinstance(value, dict):
        for name, member in value.items():
            if name in ("example", "examples"):
                continue
            if name == "schema":
                yield from within(member, f"{place}/schema")
            elif place == "/components" and name == "schemas":
                for title, schema in member.items():
                    yield from within(schema, f"{place}/schemas/{title}")
            else:
                yield from schemas(member, f"{place}/{name}")


def within(schema, place):
    yield schema, place
    if not isinstance(schema, dict):
        return
    for keyword in NAMED:
        for name, part in schema.get(keyword, {}).items():
            yield from within(part, f"{place}/{keyword}/{name}")
    for keyword in SINGLE:
        # Every object says explicitly that it has no other members.
        if keyword in schema and not (keyword == "additionalProperties" and isinstance(schema[keyword], bool)):
            yield from within(schema[keyword], f"{place}/{keyword}")
    for keyword in LISTED:
        for number, part in enumerate(schema.get(keyword, [])):
            yield from within(part, f"{place}/{keyword}/{number}")


def repeated(names):
    """Pairs of different things that would have one name."""
    seen = {}
    for name in names:
        if plain(name) in seen:
            yield seen[plain(name)], name
        seen[plain(name)] = name


def schema_faults(document):
    for schema, place in schemas(document):
        if not isinstance(schema, dict):
            yield f"{place}: is {json.dumps(schema)} in place of a schema"
            continue
        if "array" in schema.get("type", []) and not {"items", "prefixItems"} & set(schema):
            yield f"{place}: is an array of nobody knows what"
        names = [str(choice) for choice in schema.get("enum", []) if choice is not None]
        told = schema.get("x-enum-varnames", names)
        if len(told) != len(names) or any(re.match(r"[A-Za-z]", name) is None for name in told if names == told):
            yield f"{place}: has choices without a name of their own: {told}"
        for pair in repeated(told):
            yield f"{place}: has two choices of one name: {pair}"
    for pair in repeated(document.get("components", {}).get("schemas", {})):
        yield f"components/schemas: two have one name: {pair}"


def operations(document):
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method in METHODS:
                yield f"{method.upper()} {path}", methods, operation


def operation_faults(document):
    for pair in repeated(operation.get("operationId", "") for _, _, operation in operations(document)):
        # Client generators name a function after it.
        yield f"two operations are called {pair}"
    for name, item, operation in operations(document):
        if not operation.get("operationId"):
            yield f"{name}: has no operationId"
        if not operation.get("summary"):
            yield f"{name}: has no summary"
        if not operation.get("tags"):
            yield f"{name}: has no tag"
        if not any(status.startswith("2") for status in operation.get("responses", {})):
            yield f"{name}: describes no success"
        parameters = item.get("parameters", []) + operation.get("parameters", [])
        for pair in repeated(f"{parameter['in']} {parameter['name']}" for parameter in parameters if "name" in parameter):
            yield f"{name}: has two parameters of one name: {pair}"


def media(item, operation):
    """Every body and every answer of success: where it is, its kind, and its description."""
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        yield "body", kind, content
    for status, answer in operation.get("responses", {}).items():
        for kind, content in answer.get("content", {}).items() if status.startswith("2") else ():
            yield status, kind, content


def admin_faults(document):
    """What staff's own programs are promised besides: who may do it, and an example that is true to its schema."""
    for name, item, operation in operations(document):
        roles = [role for way in operation.get("security", document["security"]) for role in way.values()]
        if " /admin/" in name and operation.get("security") != [] and "Needs " not in operation.get("description", ""):
            yield f"{name}: does not say what permission it needs ({roles})"
        for parameter in item.get("parameters", []) + operation.get("parameters", []):
            if parameter.get("in") == "path" and "example" not in parameter:
                yield f"{name}: has no example of {parameter['name']}"
        for place, kind, content in media(item, operation):
            if not kind.endswith("json"):
                continue
            examples = [content["example"]] if "example" in content else [
                document["components"]["examples"][example["$ref"].rsplit("/", 1)[1]]["value"]
                for example in content.get("examples", {}).values()]
            if not examples:
                yield f"{name}: has no example of {place} as {kind}"
            whole = {**content["schema"], "components": document["components"]}
            for example in examples:
                for error in list(Draft202012Validator(whole).iter_errors(example))[:1]:
                    yield f"{name}: the example of {place} is wrong: {error.json_path} {error.message[:200]}"


def main(path):
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    validator = OpenAPIV30SpecValidator if document["openapi"].startswith("3.0.") else OpenAPIV31SpecValidator
    faults = [
        f"{'/'.join(map(str, error.absolute_path)) or '(top)'}: {error.message}"
        for error in validator(document).iter_errors()
    ]
    faults += [*schema_faults(document), *operation_faults(document)]
    if any(path.startswith("/admin/") for path in document["paths"]):
        faults += admin_faults(document)
    for fault in faults:
        print(f"openapi: {fault}", file=sys.stderr)
    count = len(list(operations(document)))
    print(f"openapi: {len(document['paths'])} paths, {count} operations, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
