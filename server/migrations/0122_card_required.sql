-- Whether an online booking without a deposit asks for a card, to which the fees can be charged. No policy had asked for it so far.
alter table policies add column card_required boolean not null default false;

alter table policies alter column card_required drop default;

-- The removal of a saved card is logged with its actor. Consent and charges are in the card's own row and in payments.
call audit_rows(
  'saved_cards', 'saved_card', 'id',
  'id,client_id,appointment_id,status,provider,provider_account_id,provider_setup_id,provider_customer_id,provider_method_id,'
    'exp_month,exp_year,consent_text,policy_version,currency,late_cancel_amount,no_show_amount,consented_at,created_at,updated_at',
  'update of removed_at'
);
