-- Indexes for background jobs. Each job finds the due rows of all businesses without reading rows that are not due.

-- Finds appointments that still await approval. The server declines them at their start.
create index appointments_unanswered on appointments (starts_at, business_id, id)
where
  status = 'requested';

-- Finds expired holds of the booking page.
create index claims_by_expiry on claims (expires_at)
where
  expires_at is not null;

create index invitations_by_expiry on invitations (expires_at);

-- An index of the e-mails that have not been sent. Queries use it to find e-mails whose sending was interrupted, and to count
-- the e-mails by status.
create index mails_not_sent on mails (status, begun_at)
where
  status <> 'sent';
