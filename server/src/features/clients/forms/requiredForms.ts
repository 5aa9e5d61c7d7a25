import { type FormRule, formRulesFor, type RequiredForm } from "@daybook/engine";
import { column, type Reader, statement } from "../../../platform/database/index.ts";

const listAsked = statement(
  "forms_list_asked",
  {
    appointment_id: column.id,
    template_id: column.id,
    frequency: column.oneOf("once", "every_visit", "every_months"),
    every_months: column.nullable(column.integer),
    last_completed_at: column.nullable(column.instant),
    is_completed_for_visit: column.flag,
  },
  `select
     visit.id as appointment_id,
     template.id as template_id,
     template.frequency,
     template.every_months,
     (
       select max(form.completed_at)
       from forms as form
       where form.business_id = visit.business_id
         and form.client_id = visit.client_id
         and form.template_id = template.id
         and form.completed_at is not null
     ) as last_completed_at,
     exists (
       select
       from forms as form
       where form.business_id = visit.business_id
         and form.appointment_id = visit.id
         and form.template_id = template.id
         and form.completed_at is not null
     ) as is_completed_for_visit
   from appointments as visit
   join form_templates as template
     on template.business_id = visit.business_id
   where visit.business_id = $1
     and visit.id = any($2)
     and template.archived_at is null
     and (
       not exists (
         select
         from form_template_services as service
         where service.business_id = template.business_id
           and service.template_id = template.id
       )
       or exists (
         select
         from form_template_services as service
         join appointment_items as item
           on item.business_id = service.business_id and item.service_id = service.service_id
         where service.business_id = template.business_id
           and service.template_id = template.id
           and item.appointment_id = visit.id
       )
     )
   order by visit.id, template.created_at, template.id`,
);

/**
 * The forms that the services of these visits ask for, and what their clients have done about them, by visit, in the
 * order of the templates: one statement for all of them. Which are due, the engine says (`dueForms`).
 */
export async function requiredFormsOf(
  reader: Reader,
  businessId: string,
  appointmentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RequiredForm[]>> {
  const asked = new Map<string, RequiredForm[]>();
  if (appointmentIds.length === 0) return asked;
  for (const row of await reader.query(listAsked, [businessId, appointmentIds])) {
    const ofVisit = asked.get(row.appointment_id) ?? [];
    asked.set(row.appointment_id, ofVisit);
    ofVisit.push({
      templateId: row.template_id,
      frequency: row.frequency,
      everyMonths: row.every_months,
      lastCompletedAt: row.last_completed_at,
      isCompletedForAppointment: row.is_completed_for_visit,
    });
  }
  return asked;
}

const listLastCompleted = statement(
  "forms_list_last_completed",
  { template_id: column.id, last_completed_at: column.instant },
  `select template_id, max(completed_at) as last_completed_at
   from forms
   where business_id = $1
     and client_id = $2
     and template_id = any($3)
     and completed_at is not null
   group by template_id`,
);

/**
 * The same for a visit that is only being booked. `rules` are the business's, as its setup remembers them: where none
 * is for these services, nothing is asked of the database.
 */
export async function requiredFormsForBooking(
  reader: Reader,
  businessId: string,
  rules: readonly FormRule[],
  visit: { readonly clientId: string; readonly serviceIds: readonly string[] },
): Promise<RequiredForm[]> {
  const asked = formRulesFor(rules, visit.serviceIds);
  if (asked.length === 0) return [];
  const values = [businessId, visit.clientId, asked.map(({ templateId }) => templateId)];
  const rows = await reader.query(listLastCompleted, values);
  const lastCompletedAt = new Map(rows.map((row) => [row.template_id, row.last_completed_at]));
  return asked.map(({ templateId, frequency, everyMonths }) => ({
    templateId,
    frequency,
    everyMonths,
    lastCompletedAt: lastCompletedAt.get(templateId) ?? null,
    isCompletedForAppointment: false,
  }));
}
