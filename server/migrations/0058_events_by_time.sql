-- Finds the events since a given time.
create index events_by_time on events (business_id, created_at);
