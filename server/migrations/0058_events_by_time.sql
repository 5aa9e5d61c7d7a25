-- A list of events may start at a time.
create index events_by_time on events (business_id, created_at);
