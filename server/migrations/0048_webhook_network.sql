-- Delivery state of endpoints. concurrency_limit: how many deliveries may be in flight to the endpoint; 1 after a failure,
-- incremented by each success. last_connected_at: the last time at which an attempt reached the host, regardless of the
-- response. last_failure_cause: undecided for an attempt that could not connect, until a check has found out whether the
-- installation can connect to any other endpoint.

alter table webhook_endpoints
  add column concurrency_limit smallint not null default 1,
  add column last_connected_at timestamptz,
  add column last_failure_cause text,
  add constraint webhook_endpoints_concurrency_is_bounded check (concurrency_limit between 1 and 10),
  add constraint webhook_endpoints_failure_cause_is_known check (last_failure_cause in ('receiver', 'undecided', 'outage'));

-- Failures from before this migration count as failures of the receiver.
update webhook_endpoints
set last_failure_cause = 'receiver'
where last_failure_at is not null;

-- An outage now lasts until a connection succeeds. Earlier outages were deduced from the failures of many endpoints.
delete from delivery_outages;

alter table delivery_outages
  add column is_open boolean not null;

create unique index delivery_outages_one_is_open on delivery_outages (is_open)
where
  is_open;

-- The audit log leaves out the delivery state, which the worker changes.
drop trigger audit on webhook_endpoints;

call audit_rows('webhook_endpoints', 'webhook_endpoint', 'id', 'id,failing_since,last_success_at,last_failure_at,last_error,last_failure_cause,last_connected_at,concurrency_limit,next_due_at,lease_until,lease_number,created_at,updated_at', 'insert or delete or update of url, events, source, status, secret_encrypted');
