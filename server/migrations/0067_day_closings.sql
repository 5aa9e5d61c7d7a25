-- Day closings: the amounts paid and refunded at a location since its previous closing, and the counted amounts. Append-only.
create table day_closings (
  business_id uuid not null,
  id uuid not null,
  location_id uuid not null,
  currency text not null,
  -- The time of the previous closing; null for the first.
  previous_closed_at timestamptz,
  closed_at timestamptz not null,
  closed_by uuid not null,
  note text,
  created_at timestamptz not null,
  constraint day_closings_pkey primary key (business_id, id),
  constraint day_closings_location_fkey foreign key (business_id, location_id) references locations (business_id, id),
  constraint day_closings_note_length check (char_length(note) <= 2000)
);

create index day_closings_by_location on day_closings (business_id, location_id, closed_at desc, id desc);

create index day_closings_by_time on day_closings (business_id, closed_at desc, id desc);

create table day_closing_methods (
  business_id uuid not null,
  day_closing_id uuid not null,
  method text not null,
  taken_amount bigint not null,
  refunded_amount bigint not null,
  counted_amount bigint,
  constraint day_closing_methods_pkey primary key (business_id, day_closing_id, method),
  constraint day_closing_methods_closing_fkey foreign key (business_id, day_closing_id) references day_closings (business_id, id)
);

-- The payments and refunds that a closing covers. Each is covered exactly once, no matter when its transaction commits. A
-- `reversal` cancels a refund that a closing has covered as succeeded but that failed later.
create table day_closing_entries (
  business_id uuid not null,
  kind text not null,
  record_id uuid not null,
  day_closing_id uuid not null,
  constraint day_closing_entries_pkey primary key (business_id, record_id, kind),
  constraint day_closing_entries_closing_fkey foreign key (business_id, day_closing_id) references day_closings (business_id, id),
  constraint day_closing_entries_kind_is_known check (kind in ('payment', 'refund', 'reversal'))
);

create index day_closing_entries_by_closing on day_closing_entries (business_id, day_closing_id);

create index payments_by_location_paid on payments (business_id, location_id, paid_at);

create index refunds_by_change on refunds (business_id, updated_at);

create function day_closings_stay () returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;

create trigger day_closings_stay before update or delete or truncate on day_closings
for each statement execute function day_closings_stay ();
create trigger day_closings_stay before update or delete or truncate on day_closing_methods
for each statement execute function day_closings_stay ();
create trigger day_closings_stay before update or delete or truncate on day_closing_entries
for each statement execute function day_closings_stay ();
