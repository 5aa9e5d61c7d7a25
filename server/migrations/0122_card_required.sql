-- Whether an online booking without a deposit requires a card, to which fees can be charged. Existing policies do not require a card.
alter table policies add column card_required boolean not null default false;

alter table policies alter column card_required drop default;

-- The removal of a saved card is logged with its actor. The row of the card records the consent; payments record the charges.
call audit_rows(
  'saved_cards', 'saved_card', 'id',
  'id,client_id,appointment_id,status,provider,provider_account_id,provider_setup_id,provider_customer_id,provider_method_id,'
    'exp_month,exp_year,consent_text,policy_version,currency,late_cancel_amount,no_show_amount,consented_at,created_at,updated_at',
  'update of removed_at'
);
