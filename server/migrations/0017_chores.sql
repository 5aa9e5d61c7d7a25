-- What the clock's own work goes by: each chore looks for what is past its time, in all businesses, and finds it without
-- reading what is not.

-- Requests that nobody has answered are declined at their start.
create index appointments_unanswered on appointments (starts_at, business_id, id)
where
  status = 'requested';

-- Holds of the booking page that have run out.
create index claims_by_expiry on claims (expires_at)
where
  expires_at is not null;

create index invitations_by_expiry on invitations (expires_at);

-- Letters that did not go out: those under way when their process ended, and how many there are of each kind.
create index mails_not_sent on mails (status, begun_at)
where
  status <> 'sent';
