-- Visitors verify an e-mail address or a phone number.
alter table visitor_codes
alter column email drop not null,
add column phone_e164 text,
add constraint visitor_codes_one_contact check (num_nonnulls (email, phone_e164) = 1);

create index visitor_codes_by_phone on visitor_codes (business_id, phone_e164)
where
  phone_e164 is not null;

alter table visitors
alter column email drop not null,
add column phone_e164 text,
add constraint visitors_one_contact check (num_nonnulls (email, phone_e164) = 1);

create index visitors_by_phone on visitors (business_id, phone_e164)
where
  phone_e164 is not null;
