-- The queue of e-mails also holds text messages (SMS): their recipient is a phone number, and their subject is empty.
alter table emails
add column channel text not null default 'email',
add constraint emails_channel_is_known check (channel in ('email', 'sms')),
add constraint emails_texts_are_plain check (
  channel = 'email'
  or (
    subject = ''
    and body_html is null
    and calendar_text is null
  )
);

create index emails_texts_due on emails (due_at, id)
where
  due_at is not null
  and channel = 'sms';
