-- The outbox. A change writes its event in its own transaction and nothing else; the relay gives sequence numbers
-- later, in commit order, once written_in is older than every transaction still open, so that a reader that goes by
-- sequence skips none. Transaction ids mean nothing on another server or after a restore: only sequence is kept by
-- readers. body_full is null where the business sent identifiers only when the event was written.

create table events (
  business_id uuid not null,
  id uuid not null,
  type text not null,
  created_at timestamptz not null,
  body_full text,
  body_ids text not null,
  written_in xid8 not null default pg_current_xact_id(),
  sequence bigint,
  constraint events_pkey primary key (business_id, id),
  constraint events_business_fkey foreign key (business_id) references businesses (id),
  constraint events_sequence_key unique (business_id, sequence)
);

create index events_without_sequence on events (written_in, id)
where
  sequence is null;
