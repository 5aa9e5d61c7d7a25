-- An e-mail about a change waits for some seconds and is dropped if the change is undone. For this, a row also stores the
-- version of the appointment when its state was recorded, because a cancellation can now be undone, and the state of which the
-- client had been notified before the e-mails that are still waiting.
alter table appointment_notifications
add column version integer not null default 0,
add column known_status text,
add column known_starts_at timestamptz(3),
add constraint appointment_notifications_known_status_is_known check (
  known_status in ('requested', 'booked', 'arrived', 'completed', 'cancelled', 'declined', 'no_show')
);
