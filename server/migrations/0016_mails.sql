-- The e-mail queue. An e-mail is queued in the transaction of the change that it reports. If a process exits while it sends an
-- e-mail, sending is not retried, so no recipient gets an e-mail twice. Some e-mails belong to no business.

create table mails (
  id uuid not null,
  business_id uuid,
  -- The client that the e-mail is about: erasing the client deletes the e-mail.
  client_id uuid,
  -- A unique key, so that an e-mail is queued only once: for example, the event's id, the kind of e-mail and the recipient.
  purpose text not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  -- A calendar file, with the method that the e-mail declares for it (RFC 6047).
  calendar_text text,
  calendar_method text,
  status text not null,
  attempt_count integer not null default 0,
  due_at timestamptz,
  begun_at timestamptz,
  last_error text,
  sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint mails_pkey primary key (id),
  constraint mails_purpose_key unique (purpose),
  constraint mails_status_is_known check (status in ('pending', 'sending', 'sent', 'failed', 'unknown')),
  constraint mails_only_pending_are_due check ((status = 'pending') = (due_at is not null)),
  constraint mails_calendar_has_a_method check ((calendar_text is null) = (calendar_method is null))
);

create index mails_due on mails (due_at, id)
where
  due_at is not null;

create index mails_by_client on mails (business_id, client_id)
where
  client_id is not null;

create index mails_by_age on mails (created_at);
