-- The order of events. A position is taken from a database sequence when the event is inserted, while its transaction holds the
-- locks on the records of the change. The next change of a record takes its position after it has waited for these locks, so the
-- events of one record are in the order of its versions. Transaction ids, by which events were ordered before, are assigned at
-- the first lock of a transaction, which may be on another record. Only events without a sequence number need a position.

create sequence events_position_seq as bigint;

alter table events add column position bigint;

update events
set position = waiting.position
from (
  select business_id, id, row_number() over (order by written_in, id) as position
  from events
  where sequence is null
) as waiting
where events.business_id = waiting.business_id
  and events.id = waiting.id;

select setval('events_position_seq', coalesce((select max(position) from events), 0) + 1, false);

alter table events alter column position set default nextval('events_position_seq');
alter sequence events_position_seq owned by events.position;
alter table events add constraint events_position_known check (sequence is not null or position is not null);

drop index events_without_sequence;
alter table events drop column written_in;
create index events_without_sequence on events (position)
where
  sequence is null;
