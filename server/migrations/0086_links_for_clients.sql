-- An appointment can have form links that are sent to its client, in addition to its one kiosk link. Forms record when they were
-- sent and first opened.
alter table form_links
add column kind text not null default 'kiosk',
add constraint form_links_kind_is_known check (kind in ('kiosk', 'client')),
drop constraint form_links_one_per_appointment;

create unique index form_links_one_kiosk_per_appointment on form_links (business_id, appointment_id)
where
  kind = 'kiosk';

create index form_links_of_appointment on form_links (business_id, appointment_id);

alter table forms
add column sent_at timestamptz,
add column opened_at timestamptz;
