-- The relay updates an event once, to number it. The bodies are most of an event's bytes, and an update writes the whole row
-- again, so they are in a separate table, whose rows are written once. The id of the appointment is a column, because the relay
-- would otherwise parse each body to find it.
create table event_bodies (
  business_id uuid not null,
  id uuid not null,
  client_id uuid,
  body_full text,
  body_ids text not null,
  constraint event_bodies_pkey primary key (business_id, id)
);

select distribute_table('event_bodies');

insert into event_bodies (business_id, id, client_id, body_full, body_ids)
select business_id, id, client_id, body_full, body_ids
from events;

alter table events add column appointment_id uuid;

update events
set appointment_id = (body_ids::json #>> '{data,id}')::uuid
where sequence is null
  and type like 'appointment.%';

drop index events_by_client;

alter table events drop column body_full, drop column body_ids;

create index event_bodies_by_client on event_bodies (business_id, client_id)
where
  client_id is not null
  and body_full is not null;

-- Queries by time read only numbered events, so the index omits all others. Without this condition, a planner without
-- statistics might use the index to find one unnumbered event, and would then read all events of the business.
drop index events_by_time;

create index events_by_time on events (business_id, created_at)
where
  sequence is not null;
