-- Letters to be sent, written in the transaction of what they tell of. A letter whose sending was begun and whose end
-- nobody saw is not sent a second time: nobody gets the same letter twice. Global: some belong to no business.

create table mails (
  id uuid not null,
  business_id uuid,
  -- Of whom it tells, so that it goes when they are erased.
  client_id uuid,
  -- What it is for, once: an event's id with the kind of letter and the recipient, for instance.
  purpose text not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  -- A calendar file, with the method its mail announces (RFC 6047).
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
