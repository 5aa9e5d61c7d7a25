-- The outbox. A transaction that changes a record also inserts its event. The relay assigns sequence numbers later, in commit
-- order, once written_in is older than all open transactions, so that a reader that follows the sequence skips no event.
-- Readers store only the sequence, because transaction ids have no meaning on another server or after a restore. body_full is
-- null if the business sent only identifiers when the event was written.

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
