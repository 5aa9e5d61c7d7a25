-- Sales: their lines, discounts, taxes, tips and totals. Regardless of the code that writes them, constraints guarantee
-- that the amounts of a line and of a sale add up.

-- The time at which a sale of the appointment was first completed. If set, the server rejects transitions from `completed`.
alter table appointments add column sale_closed_at timestamptz;

create table sales (
  business_id uuid not null,
  id uuid not null,
  location_id uuid not null,
  client_id uuid,
  appointment_id uuid,
  -- `fee` for a late cancellation or a no-show, otherwise `sale`. Closing a fee does not complete the appointment.
  kind text not null,
  status text not null,
  currency text not null,
  promotion_id uuid,
  subtotal_amount bigint not null,
  discount_amount bigint not null,
  -- Always 0 in this release, because prices include taxes.
  tax_amount bigint not null,
  tip_amount bigint not null,
  total_amount bigint not null,
  completed_at timestamptz,
  voided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint sales_pkey primary key (business_id, id),
  constraint sales_location_fkey foreign key (business_id, location_id) references locations (business_id, id),
  constraint sales_client_fkey foreign key (business_id, client_id) references clients (business_id, id),
  constraint sales_appointment_fkey foreign key (business_id, appointment_id) references appointments (business_id, id),
  constraint sales_promotion_fkey foreign key (business_id, promotion_id) references promotions (business_id, id),
  constraint sales_kind_is_known check (kind in ('sale', 'fee')),
  constraint sales_a_fee_is_for_a_visit check (kind = 'sale' or appointment_id is not null),
  constraint sales_status_is_known check (status in ('open', 'completed', 'voided')),
  constraint sales_amounts_are_not_negative check (
    subtotal_amount >= 0
    and discount_amount >= 0
    and tax_amount >= 0
    and tip_amount >= 0
    and total_amount >= 0
  ),
  constraint sales_add_up check (total_amount = subtotal_amount - discount_amount + tax_amount + tip_amount),
  constraint sales_discount_is_of_the_lines check (discount_amount <= subtotal_amount),
  constraint sales_completed_has_a_time check (status <> 'completed' or completed_at is not null),
  constraint sales_open_has_no_end check (status <> 'open' or completed_at is null),
  constraint sales_voided_has_a_time check ((status = 'voided') = (voided_at is not null))
);

-- An appointment has at most one sale and one fee.
create unique index sales_one_of_a_visit on sales (business_id, appointment_id, kind)
where
  status <> 'voided';

create index sales_by_age on sales (business_id, created_at desc, id desc);

create index sales_by_client on sales (business_id, client_id, created_at desc, id desc)
where
  client_id is not null;

create index sales_by_visit on sales (business_id, appointment_id)
where
  appointment_id is not null;

create table sale_lines (
  business_id uuid not null,
  sale_id uuid not null,
  id uuid not null,
  position integer not null,
  kind text not null,
  description text not null,
  quantity integer not null,
  -- For a discount, the negative amount that it deducts.
  unit_amount bigint not null,
  total_amount bigint not null,
  -- The part of total_amount that the sale's discounts deduct; the rest is the line's final amount.
  discounted_amount bigint not null,
  service_id uuid,
  -- The prepaid product that the line sells: a package, membership or gift card.
  offer_id uuid,
  staff_id uuid,
  constraint sale_lines_pkey primary key (business_id, sale_id, id),
  constraint sale_lines_sale_fkey foreign key (business_id, sale_id) references sales (business_id, id),
  constraint sale_lines_service_fkey foreign key (business_id, service_id) references services (business_id, id),
  constraint sale_lines_offer_fkey foreign key (business_id, offer_id) references prepaid_offers (business_id, id),
  constraint sale_lines_staff_fkey foreign key (business_id, staff_id) references staff (business_id, id),
  constraint sale_lines_position_key unique (business_id, sale_id, position),
  constraint sale_lines_kind_is_known check (
    kind in ('service', 'product', 'package', 'membership', 'gift_card', 'fee', 'discount')
  ),
  constraint sale_lines_quantity_is_positive check (quantity >= 1),
  constraint sale_lines_multiply check (total_amount = quantity * unit_amount),
  constraint sale_lines_only_discounts_are_negative check (
    case
      when kind = 'discount' then unit_amount < 0 and discounted_amount = 0
      else unit_amount >= 0 and discounted_amount between 0 and total_amount
    end
  ),
  constraint sale_lines_service_is_named check ((kind = 'service') = (service_id is not null)),
  constraint sale_lines_offer_is_of_its_kind check (offer_id is null or kind in ('package', 'membership', 'gift_card'))
);
