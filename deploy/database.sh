#!/bin/sh
# The image of PostgreSQL runs this once, on an empty volume: Quad owns its database and is not a superuser. The superuser
# has no password afterward, so that only `docker compose exec database psql --username=postgres` is let in.
set -e
psql -v ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres --set=password="$POSTGRES_PASSWORD" <<'SQL'
CREATE ROLE quad LOGIN PASSWORD :'password';
CREATE DATABASE quad OWNER quad;
ALTER ROLE CURRENT_USER PASSWORD NULL;
SQL
