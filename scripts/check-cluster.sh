#!/usr/bin/env bash
# Runs the tests that touch the database on another PostgreSQL server or on a Citus cluster. Its databases are created and dropped
# there; others are not touched. Exit code 0: all tests passed.
#   scripts/check-cluster.sh URL [FILE...]     (default: all such suites: half an hour on two busy cores, more than one on a cluster)
# URL is the connection string of a superuser; of a cluster that of the coordinator, with a database that has the extension citus and
# knows its workers. The workers must be reachable at the addresses by which the coordinator knows them, as the same user. Settings:
# max_connections 400, and on every node of a cluster shared_preload_libraries 'citus', max_prepared_transactions 400,
# max_worker_processes 200 (each test database has a background process), citus.max_adaptive_executor_pool_size 4.
set -euo pipefail
[[ $# -ge 1 ]] || { sed -n '2,5s/^# \?//p' "${BASH_SOURCE[0]}" && exit 2; }
url=$1
shift
cd "$(dirname "${BASH_SOURCE[0]}")/.."
suites=("$@")
[[ ${#suites[@]} -gt 0 ]] || suites=(
  server/src/features server/src/platform/database server/src/platform/outbox server/src/platform/email
  server/src/platform/idempotency server/src/platform/limits server/src/tables server/test/cluster server/test/races
  server/test/webhooks server/test/contract server/test/spec
)
DAYBOOK_TEST_SERVER=$url exec node_modules/.bin/node node_modules/vitest/vitest.mjs run "${suites[@]}"
