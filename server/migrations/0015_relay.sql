-- Tasks that only one process at a time performs, while it holds a lock on the task's row: the relay assigns sequence numbers to
-- events, and a check detects outages of the installation itself. The table is global. Events also store the client they are
-- about, so that their full bodies can be emptied when the client is erased.

create table relays (
  name text not null,
  constraint relays_pkey primary key (name)
);

insert into relays (name) values ('events'), ('outages');

alter table events add column client_id uuid;

create index events_by_client on events (business_id, client_id)
where
  client_id is not null and body_full is not null;
