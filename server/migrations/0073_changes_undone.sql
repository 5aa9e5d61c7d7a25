-- An e-mail about a change is sent after a delay of some seconds, and is dropped if the change is undone in the meantime.
-- For this, a row of appointment_notifications also stores the version of the appointment at the last update (because a
-- cancellation can now be undone), and the status and start that the client was last notified of, not counting e-mails that
-- are still delayed.
alter table appointment_notifications
add column version integer not null default 0,
add column known_status text,
add column known_starts_at timestamptz(3),
add constraint appointment_notifications_known_status_is_known check (
  known_status in ('requested', 'booked', 'arrived', 'completed', 'cancelled', 'declined', 'no_show')
);
