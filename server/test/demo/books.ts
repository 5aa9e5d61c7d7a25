/** Queries by rule. Each query returns the rows that violate the rule. Amounts are in minor units. */
export const BALANCE_ERRORS: Readonly<Record<string, string>> = {
  "the lines, tax and tip of a sale do not add up to its total": `
    select s.id
    from sales s
    join sale_lines l on l.business_id = s.business_id and l.sale_id = s.id
    group by s.business_id, s.id
    having sum(l.total_amount) + max(s.tax_amount) + max(s.tip_amount) <> max(s.total_amount)`,
  "a completed sale is not fully paid, or an open one has payments": `
    select s.id
    from sales s
    left join payments p on p.business_id = s.business_id and p.sale_id = s.id
    group by s.business_id, s.id
    having coalesce(sum(p.amount), 0) <> case when s.completed_at is null then 0 else s.total_amount end
      or coalesce(sum(p.tip_amount), 0) <> case when s.completed_at is null then 0 else s.tip_amount end`,
  "a voided sale is not fully refunded": `
    select s.id
    from sales s
    join payments p on p.business_id = s.business_id and p.sale_id = s.id
    where s.status = 'voided'
      and p.amount <> p.refunded_amount`,
  "the refunded amount of a payment is not the sum of its refunds": `
    select p.id
    from payments p
    left join refunds r on r.business_id = p.business_id and r.payment_id = p.id and r.status = 'succeeded'
    group by p.business_id, p.id
    having coalesce(sum(r.amount), 0) <> p.refunded_amount`,
  "a completed appointment with a price has not exactly one sale, or another appointment has one": `
    select a.id
    from appointments a
    left join sales s on s.business_id = a.business_id and s.appointment_id = a.id and s.kind = 'sale'
    group by a.business_id, a.id
    having count(s.id) filter (where s.status = 'completed')
        <> (a.status = 'completed' and a.total_amount > 0)::int
      or count(s.id) filter (where s.status <> 'completed') > 0
      or count(s.id) <> count(a.sale_closed_at)`,
  "a sale was completed before its appointment started, or changed later than now": `
    select s.id
    from sales s
    left join appointments a on a.business_id = s.business_id and a.id = s.appointment_id and s.kind = 'sale'
    where s.completed_at < a.starts_at
      or s.updated_at > $1
      or s.completed_at < s.created_at`,
  "a fee belongs to an appointment that was neither cancelled nor missed": `
    select s.id
    from sales s
    join appointments a on a.business_id = s.business_id and a.id = s.appointment_id
    where s.kind = 'fee'
      and (a.status not in ('cancelled', 'no_show') or a.policy_version is null)`,
  "the entries of a wallet do not add up to its balance": `
    select entitlement_id
    from wallet_entries
    group by business_id, entitlement_id
    having sum(delta) <> (array_agg(balance_after order by number desc))[1]`,
  "a payment from a wallet has no matching wallet entry": `
    select p.id
    from payments p
    left join wallet_entries e on e.business_id = p.business_id and e.payment_id = p.id and e.cause = 'redeem'
    where p.entitlement_id is not null
      and e.delta is distinct from case when p.method = 'gift_card' then -p.amount else -1 end`,
  "a sold prepaid product is in no wallet": `
    select l.id
    from sale_lines l
    join sales s on s.business_id = l.business_id and s.id = l.sale_id
    where l.prepaid_product_id is not null
      and l.quantity <> (select count(*) from entitlements h where h.sale_id = l.sale_id and h.prepaid_product_id = l.prepaid_product_id)`,
};

/** Selects two sums that must be equal: payments of sales less refunds, and completed sales less refunds. A held deposit has no sale. */
export const REVENUE = `
  select (select sum(amount - refunded_amount)::int from payments where sale_id is not null) as received,
    (
      select sum(s.total_amount)::int - (select sum(amount)::int from refunds)
      from sales s
      where s.completed_at is not null
    ) as sold`;

/** Counts the payments, sales, entitlements, promotions, forms and photos of each kind. */
export const KINDS = `
  select kind, count(*)::int as count
  from (
    select 'paid by ' || method as kind from payments where kind = 'sale'
    union all select 'sold: ' || kind from sale_lines
    union all select 'sale: ' || kind || ' ' || status from sales
    union all select 'at the counter' from sales where client_id is null
    union all select 'tip' from sales where tip_amount > 0
    union all select 'refund' from refunds
    union all select 'entitlement: ' || kind from entitlements
    union all select 'promoted: ' || status from appointments a join appointment_promotions p on p.appointment_id = a.id
    union all select 'form signed' from forms where signature_png is not null
    union all select 'form to be signed: ' || status from forms f join appointments a on a.id = f.appointment_id
      where f.completed_at is null
    union all select 'photo ' || stage || ' for ' || consent_scope from photos
    union all select 'late cancellation' from sale_lines where description = 'Late cancellation'
    union all select 'missed appointment' from sale_lines where description = 'Missed visit'
  ) as kinds
  group by kind`;

/** The kinds of records that the demo must contain. */
export const EXPECTED_KINDS = [
  ...["cash", "card", "external", "gift_card", "package", "membership"].map((method) => `paid by ${method}`),
  ...["service", "product", "package", "membership", "gift_card", "fee", "discount"].map(
    (kind) => `sold: ${kind}`,
  ),
  ...["sale completed", "sale voided", "fee open", "fee completed"].map((sale) => `sale: ${sale}`),
  ...["package", "membership", "gift_card"].map((kind) => `entitlement: ${kind}`),
  ...["booked", "completed"].map((status) => `promoted: ${status}`),
  ...["at the counter", "tip", "refund", "form signed", "form to be signed: booked"],
  ...["photo before for record", "photo after for marketing", "late cancellation", "missed appointment"],
];
