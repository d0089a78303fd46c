"""Calls each operation with an app's token for each scope, and checks what is refused and what is not.

Arguments: the URL of the description, the number of examples and the seed. Standard input: the tokens by scope, as JSON.
"""

import json
import sys
from collections import Counter
from pathlib import Path

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.specs.openapi.checks import ignored_auth

url, examples_max, first_seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
tokens = json.load(sys.stdin)
config = schemathesis.Config.from_path(Path(__file__).with_name("schemathesis.toml"))
# A request with a token has no cookie.
config.projects.default.generation.with_security_parameters = False
schema = schemathesis.openapi.from_url(url, config=config)
session = requests.Session()
counts = Counter()


def try_each_token(operation, needed):
    @seed(first_seed)
    @settings(
        max_examples=examples_max,
        phases=[Phase.generate],
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def try_one(case):
        for scope, token in tokens.items():
            headers = {"Authorization": f"Bearer {token}"}
            response = case.call_and_validate(session=session, headers=headers, excluded_checks=[ignored_auth])
            body = response.json() if response.status_code >= 400 else {}
            said = f"{operation.label} with {scope}: {response.status_code} {body}"
            if scope in needed:
                # An operation may need a second scope, such as to schedule what it creates.
                assert response.status_code != 401 and body.get("scope") not in needed, said
                counts[f"{scope} allowed"] += 1
            else:
                refusal = (response.status_code, body.get("code"), body.get("scope") in needed)
                assert refusal == (403, "INSUFFICIENT_SCOPE", True), said
                counts[f"{scope} refused"] += 1

    try_one()


for result in schema.get_all_operations():
    operation = result.ok()
    needed = {scope for way in operation.definition.raw["security"] for scope in way.get("bearer", [])}
    if needed:
        try_each_token(operation, needed)
        counts["operations"] += 1
print(json.dumps(counts))
