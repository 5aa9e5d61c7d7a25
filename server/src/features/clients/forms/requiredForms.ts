import { type FormRule, formRulesFor, type RequiredForm } from "@daybook/engine";
import { column, pick, type Reader, statement } from "../../../platform/database/index.ts";
import { formTemplates } from "../../../tables/clients.ts";
import { appointmentItemsView, appointmentsView } from "../../../tables/scheduling.ts";

const listRequired = statement({
  name: "forms_list_required",
  params: { businessId: column.id, appointmentIds: column.ids },
  columns: {
    appointment_id: column.id,
    template_id: column.id,
    ...pick(formTemplates.columns, "frequency", "every_months"),
    last_completed_at: column.nullable(column.instant),
    is_completed_for_appointment: column.flag,
  },
  sql: `select
          appointment.id as appointment_id,
          template.id as template_id,
          template.frequency,
          template.every_months,
          (
            select max(form.completed_at)
            from forms as form
            where form.business_id = appointment.business_id
              and form.client_id = appointment.client_id
              and form.template_id = template.id
              and form.completed_at is not null
          ) as last_completed_at,
          exists (
            select
            from forms as form
            where form.business_id = appointment.business_id
              and form.appointment_id = appointment.id
              and form.template_id = template.id
              and form.completed_at is not null
          ) as is_completed_for_appointment
        from ${appointmentsView} as appointment
        join form_templates as template
          on template.business_id = appointment.business_id
        where appointment.business_id = $businessId
          and appointment.id = any($appointmentIds)
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
              join ${appointmentItemsView} as item
                on item.business_id = service.business_id and item.service_id = service.service_id
              where service.business_id = template.business_id
                and service.template_id = template.id
                and item.appointment_id = appointment.id
            )
          )
        order by appointment.id, template.created_at, template.id`,
});

/**
 * Returns the forms that each appointment's services require, in the order of the templates, with the time at which the client last
 * completed each form. The engine decides which forms are due (`dueForms`). Sends one SQL statement for all appointments.
 */
export async function requiredFormsOf(
  reader: Reader,
  businessId: string,
  appointmentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RequiredForm[]>> {
  const required = new Map<string, RequiredForm[]>();
  if (appointmentIds.length === 0) return required;
  for (const row of await reader.query(listRequired, { businessId, appointmentIds })) {
    const forms = required.get(row.appointment_id) ?? [];
    required.set(row.appointment_id, forms);
    forms.push({
      templateId: row.template_id,
      frequency: row.frequency,
      everyMonths: row.every_months,
      lastCompletedAt: row.last_completed_at,
      isCompletedForAppointment: row.is_completed_for_appointment,
    });
  }
  return required;
}

const listLastCompleted = statement({
  name: "forms_list_last_completed",
  params: { businessId: column.id, clientId: column.id, templateIds: column.ids },
  columns: { template_id: column.id, last_completed_at: column.instant },
  sql: `select template_id, max(completed_at) as last_completed_at
        from forms
        where business_id = $businessId
          and client_id = $clientId
          and template_id = any($templateIds)
          and completed_at is not null
        group by template_id`,
});

/**
 * Returns the required forms of an appointment that is being booked. `rules` comes from the scheduling snapshot. Sends no SQL statement if
 * no rule applies to these services.
 */
export async function requiredFormsForBooking(
  reader: Reader,
  businessId: string,
  rules: readonly FormRule[],
  { clientId, serviceIds }: { readonly clientId: string; readonly serviceIds: readonly string[] },
): Promise<RequiredForm[]> {
  const required = formRulesFor(rules, serviceIds);
  if (required.length === 0) return [];
  const templateIds = required.map(({ templateId }) => templateId);
  const rows = await reader.query(listLastCompleted, { businessId, clientId, templateIds });
  const lastCompletedAt = new Map(rows.map((row) => [row.template_id, row.last_completed_at]));
  return required.map(({ templateId, frequency, everyMonths }) => ({
    templateId,
    frequency,
    everyMonths,
    lastCompletedAt: lastCompletedAt.get(templateId) ?? null,
    isCompletedForAppointment: false,
  }));
}
