-- The time at which the client confirmed the appointment with the link in a reminder. A change of the start resets it to null.
alter table appointments add column client_confirmed_at timestamptz;
