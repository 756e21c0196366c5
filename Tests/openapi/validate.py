"""Says whether a file is a valid OpenAPI document, and one that programs can use.

usage: validate.py FILE
"""

import json
import sys

from openapi_spec_validator import OpenAPIV31SpecValidator

METHODS = {"get", "put", "post", "delete", "options", "head", "patch", "trace"}


def main(path):
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    faults = [
        f"{'/'.join(map(str, error.absolute_path)) or '(top)'}: {error.message}"
        for error in OpenAPIV31SpecValidator(document).iter_errors()
    ]
    operations = [
        (f"{method.upper()} {path}", operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]
    seen = {}
    for name, operation in operations:
        # Generators of clients call a function after it.
        identifier = operation.get("operationId")
        if not identifier:
            faults.append(f"{name}: has no operationId")
        elif identifier in seen:
            faults.append(f"{name}: has the operationId {identifier} of {seen[identifier]}")
        else:
            seen[identifier] = name
        if not operation.get("summary"):
            faults.append(f"{name}: has no summary")
        if not any(status.startswith("2") for status in operation.get("responses", {})):
            faults.append(f"{name}: describes no success")
    for fault in faults:
        print(f"openapi: {fault}", file=sys.stderr)
    print(f"openapi: {len(document['paths'])} paths, {len(operations)} operations, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
