"""What the admin API answers is what its description says."""

from dates import Day


def test_answers_are_as_the_description_says(b):
    from jsonschema import Draft202012Validator, FormatChecker
    document = b.api("GET", "/openapi.json")
    offer = b.api("GET", "/mall/offers?limit=1")["items"][0]["id"]
    b.api("PUT", f"/mall/offers/{offer}/schedule/withdrawal", {"at": Day(49).utc})
    b.api("POST", "/releases", {"title": "Новый год"})
    faults = []
    for path, described in [("/mall/home", "/mall/home"), ("/changes", "/changes"), ("/settings", "/settings"),
                            ("/warnings", "/warnings"), ("/agenda", "/agenda"), ("/releases", "/releases"),
                            ("/mall/offers?limit=50", "/mall/offers"), ("/mall/events", "/mall/events"),
                            (f"/mall/offers/{offer}", "/mall/offers/{id}"), ("/media", "/media"),
                            (f"/mall/offers/{offer}/history", "/mall/offers/{id}/history"), ("/status", "/status")]:
        get = document["paths"]["/admin/api/v1" + described]["get"]
        schema = get["responses"]["200"]["content"]["application/json"]["schema"]
        checker = Draft202012Validator(schema | {"components": document["components"]}, format_checker=FormatChecker())
        faults += [f"{path} {error.json_path}: {error.message[:200]}" for error in checker.iter_errors(b.api("GET", path))]
    assert not faults, "\n".join(faults[:20])
