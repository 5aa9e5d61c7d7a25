-- Appointments booked by visitors of the booking page, each with the hold from which it was booked and the language of its
-- e-mails. A hold can be booked only once.
create table online_bookings (
  business_id uuid not null,
  appointment_id uuid not null,
  hold_token_sha256 bytea not null,
  language text not null,
  created_at timestamptz not null,
  constraint online_bookings_pkey primary key (business_id, appointment_id),
  constraint online_bookings_hold_key unique (business_id, hold_token_sha256),
  constraint online_bookings_appointment_fkey foreign key (business_id, appointment_id) references appointments (business_id, id),
  constraint online_bookings_language_is_known check (language in ('en', 'de', 'fr', 'es'))
);
