import { column, deleteWhere, insertInto, pick, statement } from "../../../platform/database/index.ts";
import { businessSettings } from "../../../tables/business.ts";
import { clientsView, formLinks } from "../../../tables/clients.ts";
import { appointmentsView } from "../../../tables/scheduling.ts";

/** Inserts a link. An appointment has one kiosk link: a new kiosk link replaces the previous one, whose token becomes invalid. */
export const insertLink = insertInto(
  "form_links_insert",
  formLinks,
  formLinks.columns,
  `on conflict (business_id, appointment_id) where kind = 'kiosk' do update
   set token_sha256 = excluded.token_sha256, expires_at = excluded.expires_at, created_at = excluded.created_at`,
);

/** The link with this token if it has not expired. The statement has no business id, because the token does not contain a business id. */
export const findLink = statement({
  name: "form_links_find",
  params: { tokenHash: column.bytes, now: column.instant },
  columns: pick(formLinks.columns, "business_id", "appointment_id", "kind", "expires_at"),
  sql: `select business_id, appointment_id, kind, expires_at
        from form_links
        where token_sha256 = $tokenHash
          and expires_at > $now`,
});

/** The business and the end of an appointment that has a link. Returns no row if the client is deleted. */
export const findLinkedBusiness = statement({
  name: "form_links_find_business",
  params: { businessId: column.id, appointmentId: column.id },
  columns: {
    ...pick(businessSettings.columns, "name", "locale"),
    ...pick(appointmentsView.columns, "ends_at"),
  },
  sql: `select business.name, business.locale, appointment.ends_at
        from ${appointmentsView} as appointment
        join ${clientsView} as client
          on client.business_id = appointment.business_id and client.id = appointment.client_id
        join ${businessSettings} as business
          on business.id = appointment.business_id
        where appointment.business_id = $businessId
          and appointment.id = $appointmentId
          and client.deleted_at is null`,
});

/** The data for the e-mail with a link: the client's address and name, the business, and the end of the appointment. */
export const findRecipient = statement({
  name: "form_links_find_recipient",
  params: { businessId: column.id, appointmentId: column.id },
  columns: {
    ...pick(clientsView.columns, "email", "first_name"),
    ...pick(businessSettings.columns, "name", "locale"),
    ...pick(appointmentsView.columns, "ends_at"),
  },
  sql: `select client.email, client.first_name, business.name, business.locale, appointment.ends_at
        from ${appointmentsView} as appointment
        join ${clientsView} as client
          on client.business_id = appointment.business_id and client.id = appointment.client_id
        join ${businessSettings} as business
          on business.id = appointment.business_id
        where appointment.business_id = $businessId
          and appointment.id = $appointmentId
          and client.deleted_at is null`,
});

/** Deletes up to 100 expired links. Skips links that another transaction is deleting. */
export const deleteExpiredLinks = statement({
  name: "form_links_delete_expired",
  params: { now: column.instant },
  sql: `delete from form_links
        where token_sha256 = any (
          array(
            select token_sha256
            from form_links
            where expires_at <= $now
            limit 100
            for update skip locked
          )
        )`,
});

export const deleteLinksOfAppointment = deleteWhere(
  "form_links_delete_of_appointment",
  formLinks,
  "business_id",
  "appointment_id",
);

export const deleteLinksOfClient = statement({
  name: "form_links_delete_of_client",
  params: { businessId: column.id, clientId: column.id },
  sql: `delete from form_links
        where business_id = $businessId
          and appointment_id in (
            select id
            from ${appointmentsView} as appointment
            where business_id = $businessId
              and client_id = $clientId
          )`,
});
