/**
 * Returns an SQL expression that prefixes a formula with an apostrophe, so that spreadsheet programs do not execute it (as in
 * platform/csv.ts).
 */
function cell(expression: string): string {
  return String.raw`regexp_replace(${expression}, '^([=+@\t\r-])', '''\1')`;
}

/** Returns an SQL expression that formats an instant as RFC 3339 in UTC. */
function utc(expression: string): string {
  return `to_char(${expression}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}

const CLIENT_NAME = cell("concat_ws(' ', client.first_name, client.last_name)");

/** The CSV files of an export, for use in spreadsheet programs. Times are in UTC, amounts in minor units. */
export const csvFiles: Readonly<Record<string, string>> = {
  clients: `
    select
      client.id, ${cell("client.first_name")} as first_name, ${cell("client.last_name")} as last_name,
      ${cell("client.email")} as email, ${cell("client.phone_e164")} as phone, ${cell("client.alert")} as alert,
      client.patch_test_at, ${utc("client.created_at")} as created_at
    from clients as client
    where client.business_id = $business
      and client.deleted_at is null
      and client.erased_at is null
    order by client.created_at, client.id`,
  appointments: `
    select
      appointment.id, appointment.status, ${utc("appointment.starts_at")} as starts_at, ${utc("appointment.ends_at")} as ends_at,
      ${cell("location.name")} as location, appointment.client_id, ${CLIENT_NAME} as client,
      ${cell("string_agg(item.service_name, ', ' order by item.position)")} as services,
      ${cell("string_agg(distinct staff.display_name, ', ')")} as staff,
      appointment.total_amount, appointment.currency, ${cell("appointment.internal_note")} as internal_note
    from appointments as appointment
    join locations as location
      on location.business_id = appointment.business_id and location.id = appointment.location_id
    join clients as client on client.business_id = appointment.business_id and client.id = appointment.client_id
    left join appointment_items as item
      on item.business_id = appointment.business_id and item.appointment_id = appointment.id
    left join staff on staff.business_id = item.business_id and staff.id = item.staff_id
    where appointment.business_id = $business
    group by appointment.business_id, appointment.id, location.name, client.first_name, client.last_name
    order by appointment.starts_at, appointment.id`,
  sales: `
    select
      sale.id, sale.receipt_number, sale.kind, sale.status, ${utc("sale.completed_at")} as completed_at,
      ${cell("location.name")} as location, sale.client_id, ${CLIENT_NAME} as client, sale.appointment_id,
      sale.subtotal_amount, sale.discount_amount, sale.tax_amount, sale.tip_amount, sale.total_amount, sale.currency
    from sales as sale
    join locations as location on location.business_id = sale.business_id and location.id = sale.location_id
    left join clients as client on client.business_id = sale.business_id and client.id = sale.client_id
    where sale.business_id = $business
    order by sale.created_at, sale.id`,
};
