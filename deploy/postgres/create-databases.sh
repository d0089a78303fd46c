#!/bin/sh
# Postgres runs this once, when its data folder is empty: a role and databases each for Punctual and Temporal, which
# therefore cannot read each other's data.
set -eu
psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 \
  --set punctual_password="$PUNCTUAL_DB_PASSWORD" --set temporal_password="$TEMPORAL_DB_PASSWORD" <<'SQL'
create role punctual login password :'punctual_password';
create role temporal login password :'temporal_password';
create database punctual owner punctual;
create database temporal owner temporal;
create database temporal_visibility owner temporal;
revoke connect on database punctual, temporal, temporal_visibility from public;
SQL
