-- What one process at a time does, whoever holds the row: the relay gives events their sequence; somebody watches for
-- outages of our own. Events also know whom they tell of, so that their full bodies can be emptied when a client is
-- erased. Global.

create table relays (
  name text not null,
  constraint relays_pkey primary key (name)
);

insert into relays (name) values ('events'), ('outages');

alter table events add column client_id uuid;

create index events_by_client on events (business_id, client_id)
where
  client_id is not null and body_full is not null;
