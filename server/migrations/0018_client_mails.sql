-- The status and start that the last notification to the client of an upcoming appointment contained. If the appointment now
-- differs, the client is notified. The row is also updated for clients without an e-mail address. The relay writes these rows
-- when it handles the events, so that a booking does not wait for them. A row is deleted a month after the appointment.

create table told_visits (
  business_id uuid not null,
  appointment_id uuid not null,
  status text not null,
  starts_at timestamptz not null,
  -- The time at which the client receives a reminder of this start; null if the reminder has been sent or is not needed.
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

-- Inserts rows for existing appointments without queueing confirmations, so that their clients get only reminders and
-- notifications of changes.
insert into told_visits (business_id, appointment_id, status, starts_at, reminder_due_at)
select business_id, id, status, starts_at, case
    when status in ('requested', 'booked') and starts_at > now() + interval '24 hours' then starts_at - interval '24 hours'
  end
from appointments
where starts_at > now();

-- The time at which the e-mail expires, because the appointment has begun. An expired e-mail is marked as failed and not sent.
alter table mails add column expires_at timestamptz;
