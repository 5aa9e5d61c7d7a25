-- The time at which the client confirmed, by the link in a reminder, that they will come; null again after the appointment moved.
alter table appointments add column client_confirmed_at timestamptz;
