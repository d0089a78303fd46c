"""What the description cannot say."""

from datetime import datetime, timedelta, timezone

import schemathesis
from hypothesis import strategies as st

# A time to publish at lies ahead of now, and within five years.
MINUTES_AHEAD_MAX = 500 * 24 * 60

schemathesis.openapi.format(
    "date-time",
    st.integers(min_value=60, max_value=MINUTES_AHEAD_MAX).map(
        lambda minutes: (datetime.now(timezone.utc) + timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M:%SZ")
    ),
)


# Which id of a response belongs into the body of another request. A link in openapi.json could say it, but generators of
# clients refuse links with a body.
BODY_LINKS = {
    "/workspaces": ("createConnectSession", {"workspaceId": "$response.body#/data/0/id", "platform": "BLUESKY"}),
    "/social-accounts": ("createPost", {"content": "Hello", "platforms": [{"accountId": "$response.body#/data/0/id"}]}),
}


@schemathesis.hook
def before_load_schema(context, raw_schema):
    for path, (operation, body) in BODY_LINKS.items():
        links = raw_schema["paths"][path]["get"]["responses"]["200"].setdefault("links", {})
        links[operation] = {"operationId": operation, "requestBody": body}


@schemathesis.hook
def filter_case(context, case):
    """An empty query parameter is not given (docs/contract.md#errors), which the format of its value cannot say."""
    return "" not in (case.query or {}).values()
