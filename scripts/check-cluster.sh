#!/usr/bin/env bash
# Runs the tests that use the database on another PostgreSQL server or on a Citus cluster. The tests create and drop their own
# databases there and do not change other databases. The exit code is 0 if all tests passed.
#   scripts/check-cluster.sh URL [FILE...]     (default: all such suites; half an hour on two cores, over an hour on a cluster)
# URL is a superuser's connection string. For a cluster, it names the coordinator and a database with the extension citus and
# the workers. This machine must reach the workers, as the same user, at the addresses that the coordinator uses. Required
# settings: max_connections 400, and on every node of a cluster shared_preload_libraries 'citus', max_prepared_transactions 400,
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
