-- The server uses the position to find the old changes that it must delete. For changes without a position, it uses the index
-- changes_unnumbered, which does not need the id.
drop index changes_by_time;

drop index changes_unnumbered;

create index changes_unnumbered on changes (written_at)
where
  position is null;

-- To delete old rows, the server searches by start only for rows without a pending reminder, so the index need not contain the
-- others.
drop index appointment_notifications_by_start;

create index appointment_notifications_by_start on appointment_notifications (starts_at)
where
  reminder_due_at is null;

drop index appointment_notifications_due;

create index appointment_notifications_due on appointment_notifications (reminder_due_at)
where
  reminder_due_at is not null;

-- Each page of the table keeps free space, so that the update with which the relay numbers an event stays on its page.
-- PostgreSQL then writes less WAL.
alter table events set (fillfactor = 45);
