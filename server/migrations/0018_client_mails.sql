-- What the client of a coming visit knows of it: the state and start of which a letter last told them, or would have
-- if they had an address. Whatever differs from that is news. Written by the relay behind the events, so that a booking
-- carries nothing of it; a row goes a month after the visit.

create table told_visits (
  business_id uuid not null,
  appointment_id uuid not null,
  status text not null,
  starts_at timestamptz not null,
  -- When the client is to be reminded of the start above; null when they were, or need not be.
  reminder_due_at timestamptz,
  constraint told_visits_pkey primary key (business_id, appointment_id),
  constraint told_visits_appointment_fkey foreign key (business_id, appointment_id) references appointments (business_id, id),
  constraint told_visits_status_is_known check (
    status in ('requested', 'booked', 'arrived', 'completed', 'cancelled', 'declined', 'no_show')
  )
);

create index told_visits_due on told_visits (reminder_due_at, business_id, appointment_id)
where
  reminder_due_at is not null;

create index told_visits_by_start on told_visits (starts_at);

-- Whoever is expected by now learned of it without us. They are told of what changes, and reminded.
insert into told_visits (business_id, appointment_id, status, starts_at, reminder_due_at)
select business_id, id, status, starts_at, case
    when status in ('requested', 'booked') and starts_at > now() + interval '24 hours' then starts_at - interval '24 hours'
  end
from appointments
where starts_at > now();

-- A letter that tells of a time which has come is of no use any more: it fails instead of going out.
alter table mails add column expires_at timestamptz;
