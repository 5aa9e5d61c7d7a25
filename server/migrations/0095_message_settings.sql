-- Settings of the e-mails to clients about their appointments. A business without a row has the defaults.
create table message_settings (
  business_id uuid not null,
  -- {kind: {enabled, texts: {language: {subject, introduction, closing}}}}
  messages jsonb not null,
  reminder_hours_before integer not null,
  updated_at timestamptz not null,
  constraint message_settings_pkey primary key (business_id),
  constraint message_settings_business_fkey foreign key (business_id) references businesses (id),
  constraint message_settings_reminder_is_in_time check (reminder_hours_before between 1 and 168)
);

create trigger keep_updated_at before update on message_settings
  for each row when (new.updated_at < old.updated_at) execute function keep_updated_at ();

call audit_rows('message_settings', 'message_settings', 'business_id', 'updated_at');
call note_changes('message_settings', 'message_settings', 'business_id');
