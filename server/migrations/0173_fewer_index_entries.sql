-- Old changes are deleted by their position, or, before they are numbered, by the index on unnumbered changes, which needs no id.
drop index changes_by_time;

drop index changes_unnumbered;

create index changes_unnumbered on changes (written_at)
where
  position is null;

-- Only states without a waiting reminder are deleted by their start, so a new state is not in the index.
drop index appointment_notifications_by_start;

create index appointment_notifications_by_start on appointment_notifications (starts_at)
where
  reminder_due_at is null;

drop index appointment_notifications_due;

create index appointment_notifications_due on appointment_notifications (reminder_due_at)
where
  reminder_due_at is not null;

-- Pages of events keep space for the number that the relay adds to each row: the update then stays on the page, and PostgreSQL writes less
-- to its log.
alter table events set (fillfactor = 45);
