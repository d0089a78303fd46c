#!/bin/sh
# Signs the first user up through the proxy of the Compose file, and creates a workspace. Needs an installation without
# users, with PUNCTUAL_HOST=localhost, whose certificate no browser knows.
set -eu
url=https://localhost
call() { curl --silent --show-error --fail-with-body --insecure --retry 10 --retry-connrefused "$@"; }

call "$url/readyz"
echo
token=$(docker compose logs --no-log-prefix api | sed -n 's/.*#setup=//p' | tail -n 1)
test -n "$token"
cookies=$(mktemp)
trap 'rm -f "$cookies"' EXIT
call --cookie-jar "$cookies" --header 'Content-Type: application/json' --header "Origin: $url" \
  --data "{\"email\":\"operator@example.com\",\"name\":\"Operator\",\"password\":\"$(openssl rand -hex 16)\",\"setUpToken\":\"$token\"}" \
  "$url/api/v1/auth/sign-up"
echo
call --cookie "$cookies" --header 'Content-Type: application/json' --header "Origin: $url" \
  --data '{"name":"Smoke test","slug":"smoke-test"}' "$url/api/v1/workspaces"
echo
