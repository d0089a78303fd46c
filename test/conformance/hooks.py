"""What the description cannot say: a time to publish at lies ahead of now, and within five years."""

from datetime import datetime, timedelta, timezone

import schemathesis
from hypothesis import strategies as st

MINUTES_AHEAD_MAX = 500 * 24 * 60

schemathesis.openapi.format(
    "date-time",
    st.integers(min_value=60, max_value=MINUTES_AHEAD_MAX).map(
        lambda minutes: (datetime.now(timezone.utc) + timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M:%SZ")
    ),
)


@schemathesis.hook
def filter_case(context, case):
    """An empty query parameter is not given (docs/contract.md#errors), which the format of its value cannot say."""
    return "" not in (case.query or {}).values()
