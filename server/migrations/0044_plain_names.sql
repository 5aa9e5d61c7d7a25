-- Renames tables, columns and constraints: one word per concept, the same in SQL, TypeScript and the API description.

-- Scheduling. A claim takes one unit of its subject, or all units (exclusive). It is overbooked if no
-- unit was free when the claim was inserted.
alter table calendars rename column setup_version to snapshot_version;
alter table subject_lanes rename to subject_units;
alter table subject_units rename column lane to unit;
alter table subject_units rename constraint subject_lanes_pkey to subject_units_pkey;
alter table subject_units rename constraint subject_lanes_subject_fkey to subject_units_subject_fkey;
alter table subject_units rename constraint subject_lanes_lane_is_not_negative to subject_units_unit_is_not_negative;
alter table claims rename column lane to unit;
alter table claims rename column forced to overbooked;
alter table claims rename column whole to exclusive;
alter table claims rename constraint claims_lane_fkey to claims_unit_fkey;

-- Notifications to clients, and the e-mail queue.
alter table told_visits rename to appointment_notifications;
alter table appointment_notifications rename constraint told_visits_pkey to appointment_notifications_pkey;
alter table appointment_notifications rename constraint told_visits_appointment_fkey to appointment_notifications_appointment_fkey;
alter table appointment_notifications rename constraint told_visits_status_is_known to appointment_notifications_status_is_known;
alter index told_visits_by_start rename to appointment_notifications_by_start;
alter index told_visits_due rename to appointment_notifications_due;
alter table mails rename to emails;
alter table emails rename constraint mails_pkey to emails_pkey;
alter table emails rename constraint mails_purpose_key to emails_purpose_key;
alter table emails rename constraint mails_status_is_known to emails_status_is_known;
alter table emails rename constraint mails_calendar_has_a_method to emails_calendar_has_a_method;
alter table emails rename constraint mails_only_pending_are_due to emails_only_pending_are_due;
alter index mails_by_age rename to emails_by_age;
alter index mails_by_client rename to emails_by_client;
alter index mails_due rename to emails_due;
alter index mails_not_sent rename to emails_not_sent;

-- A prepaid product is a package, membership or gift card that a business sells; an entitlement is one that a client has bought.
alter table prepaid_offers rename to prepaid_products;
alter table prepaid_products rename constraint prepaid_offers_pkey to prepaid_products_pkey;
alter table prepaid_products rename constraint prepaid_offers_business_fkey to prepaid_products_business_fkey;
alter table prepaid_products rename constraint prepaid_offers_kind_is_known to prepaid_products_kind_is_known;
alter table prepaid_products rename constraint prepaid_offers_periods_are_sound to prepaid_products_periods_are_valid;
alter table prepaid_products rename constraint prepaid_offers_price_is_sound to prepaid_products_price_is_valid;
alter table prepaid_products rename constraint prepaid_offers_total_is_positive to prepaid_products_total_is_positive;
alter table prepaid_products rename constraint prepaid_offers_validity_is_sound to prepaid_products_validity_is_valid;
alter index prepaid_offers_by_age rename to prepaid_products_by_age;
alter table sale_lines rename column offer_id to prepaid_product_id;
alter table sale_lines rename constraint sale_lines_offer_fkey to sale_lines_prepaid_product_fkey;
alter table sale_lines rename constraint sale_lines_offer_is_of_its_kind to sale_lines_prepaid_product_matches_kind;
alter table wallet_holdings rename to entitlements;
alter table entitlements rename column offer_id to prepaid_product_id;
alter table entitlements rename constraint wallet_holdings_pkey to entitlements_pkey;
alter table entitlements rename constraint wallet_holdings_client_fkey to entitlements_client_fkey;
alter table entitlements rename constraint wallet_holdings_code_is_sha256 to entitlements_code_is_sha256;
alter table entitlements rename constraint wallet_holdings_code_key to entitlements_code_key;
alter table entitlements rename constraint wallet_holdings_kind_is_known to entitlements_kind_is_known;
alter table entitlements rename constraint wallet_holdings_offer_fkey to entitlements_prepaid_product_fkey;
alter table entitlements rename constraint wallet_holdings_only_gift_cards_are_anybodys to entitlements_only_gift_cards_have_no_client;
alter table entitlements rename constraint wallet_holdings_only_gift_cards_have_a_code to entitlements_only_gift_cards_have_a_code;
alter table entitlements rename constraint wallet_holdings_only_memberships_renew to entitlements_only_memberships_renew;
alter table entitlements rename constraint wallet_holdings_total_is_positive to entitlements_total_is_positive;
alter index wallet_holdings_by_client rename to entitlements_by_client;
alter index wallet_holdings_by_sale rename to entitlements_by_sale;
alter index wallet_holdings_due rename to entitlements_due;
alter table wallet_entries rename column holding_id to entitlement_id;
alter table wallet_entries rename constraint wallet_entries_holding_fkey to wallet_entries_entitlement_fkey;
alter table payments rename column holding_id to entitlement_id;
alter table payments rename constraint payments_holding_fkey to payments_entitlement_fkey;

-- "Visit" is renamed to "appointment"; only texts for clients use "visit".
alter table sales rename constraint sales_a_fee_is_for_a_visit to sales_a_fee_is_for_an_appointment;
alter index sales_by_visit rename to sales_by_appointment;
alter index sales_one_of_a_visit rename to sales_one_per_appointment;
alter index payments_by_visit rename to payments_by_appointment;
alter table forms rename constraint forms_once_per_visit to forms_once_per_appointment;
alter table form_links rename constraint form_links_one_per_visit to form_links_one_per_appointment;

-- Renames for secrets (encrypted at rest), for payment accounts (refreshed from the provider), and for idempotency keys (which
-- belong to a partition: the business of an API key, otherwise the user).
alter table webhook_endpoints rename column secret_sealed to secret_encrypted;
alter table webhook_endpoints rename column earlier_secret_sealed to earlier_secret_encrypted;
alter table payment_accounts rename column asked_at to refreshed_at;
alter index payment_accounts_to_be_asked rename to payment_accounts_due_for_refresh;
alter table idempotency_keys rename column home_id to partition_id;

create or replace function audit_shows (column_name text, left_out text[]) returns boolean language sql immutable as $$
  select (column_name !~ '(_encrypted|_sha256|_hmac|secret|token|password)' or column_name ~ '_(at|until)$')
    and column_name <> 'business_id'
    and not column_name = any (left_out)
$$;

-- The triggers are created again, because their arguments contain the old names of entities and columns.
drop trigger audit on prepaid_products;
call audit_rows('prepaid_products', 'prepaid_product', 'id', 'id,created_at,updated_at');
drop trigger audit on entitlements;
call audit_rows('entitlements', 'entitlement', 'id', 'id,created_at,updated_at');
drop trigger audit on wallet_entries;
call audit_rows('wallet_entries', 'wallet_entry', 'entitlement_id', 'entitlement_id,created_at');
drop trigger audit on payment_accounts;
call audit_rows('payment_accounts', 'payment_account', 'id', 'id,refreshed_at,created_at,updated_at');

alter table audit_log disable trigger audit_log_stays;
update audit_log
set entity = case entity when 'prepaid_offer' then 'prepaid_product' else 'entitlement' end
where entity in ('prepaid_offer', 'wallet_holding');
alter table audit_log enable trigger audit_log_stays;
