-- An e-mail about a change waits some seconds and is dropped when the change is undone. For that the state of an appointment that
-- clients are notified of has the version it was recorded at, because a cancellation may now be undone, and the state that the
-- client knew before the e-mails that still wait.
alter table appointment_notifications
add column version integer not null default 0,
add column known_status text,
add column known_starts_at timestamptz(3),
add constraint appointment_notifications_known_status_is_known check (
  known_status in ('requested', 'booked', 'arrived', 'completed', 'cancelled', 'declined', 'no_show')
);
