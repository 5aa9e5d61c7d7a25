-- Replaced secrets, oldest first: [{"encrypted": text, "until": date-time}]. Deliveries are also signed with a replaced secret
-- for 24 hours after its replacement.
alter table webhook_endpoints
  add column earlier_secrets jsonb not null default '[]',
  add column secret_rotated_at timestamptz;

update webhook_endpoints
set secret_rotated_at = earlier_secret_until - interval '24 hours',
  earlier_secrets = jsonb_build_array(
  jsonb_build_object(
    'encrypted', earlier_secret_encrypted,
    'until', to_char(earlier_secret_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  )
)
where earlier_secret_encrypted is not null;

alter table webhook_endpoints
  drop column earlier_secret_encrypted,
  drop column earlier_secret_until;

-- The start of each response body, by the number of its attempt. Null after the client that the event is about has been erased;
-- from then on, response bodies are not stored.
alter table webhook_deliveries
  add column response_bodies jsonb default '{}';

-- With event_id before endpoint_id, the index also finds all deliveries of an event when a client is erased.
drop index webhook_deliveries_once_per_event;

create unique index webhook_deliveries_once_per_event on webhook_deliveries (business_id, event_id, endpoint_id)
where
  kind = 'event';

create index webhook_redeliveries_by_event on webhook_deliveries (business_id, event_id)
where
  kind = 'redelivery';
