import {
  column,
  deleteWhere,
  list,
  omit,
  pageParams,
  pick,
  recordset,
  statement,
  updateRow,
  updateWhere,
} from "../../../platform/database/index.ts";
import { bytesOf, jsonBytesOf, withinPageBytes } from "../../../platform/http/pageBytes.ts";
import { locationsView } from "../../../tables/business.ts";
import { forms } from "../../../tables/clients.ts";
import { appointmentItemsView, appointmentsView } from "../../../tables/scheduling.ts";
import type { FormRecord } from "./formSchema.ts";
import { versionColumns } from "./templateStore.ts";

export type StoredAnswer = FormRecord["answers"][number];
export type StoredConsent = FormRecord["consents"][number];

const columns = {
  ...forms.columns,
  answers: column.json<StoredAnswer[]>(),
  consents: column.json<StoredConsent[]>(),
};
const appointment = { businessId: column.id, appointmentId: column.id };
const client = { businessId: column.id, clientId: column.id };

/** Locks an appointment, so that concurrent transactions can neither change the appointment nor create another link to its forms. */
export const lockAppointment = statement({
  name: "forms_lock_appointment",
  params: appointment,
  columns: pick(appointmentsView.columns, "id"),
  sql: `select id
        from ${appointmentsView} as appointment
        where business_id = $businessId
          and id = $appointmentId
        for no key update`,
});

const appointmentColumns = pick(appointmentsView.columns, "client_id", "status", "starts_at", "ends_at");

/** An appointment. If `$ownStaffId` is not null, this staff member must perform a service of the appointment. */
export const findAppointment = statement({
  name: "forms_find_appointment",
  params: { ...appointment, ownStaffId: column.nullable(column.id) },
  columns: { ...appointmentColumns, ...pick(locationsView.columns, "time_zone") },
  sql: `select ${list(appointmentColumns, "appointment")}, location.time_zone
        from ${appointmentsView} as appointment
        join ${locationsView} as location
          on location.business_id = appointment.business_id and location.id = appointment.location_id
        where appointment.business_id = $businessId
          and appointment.id = $appointmentId
          and ($ownStaffId is null or exists (
            select
            from ${appointmentItemsView} as item
            where item.business_id = appointment.business_id
              and item.appointment_id = appointment.id
              and item.staff_id = $ownStaffId
          ))`,
});

/**
 * Deletes the pending forms of an appointment that belong to a template that is no longer due, to an earlier version of a
 * template, or to the previous client of the appointment.
 */
export const deleteOutdated = statement({
  name: "forms_delete_outdated",
  params: { ...appointment, clientId: column.id, templateIds: column.ids },
  sql: `delete from forms as form
        where form.business_id = $businessId
          and form.appointment_id = $appointmentId
          and form.completed_at is null
          and (
            form.client_id <> $clientId
            or not exists (
              select
              from form_templates as template
              where template.business_id = form.business_id
                and template.id = form.template_id
                and template.id = any($templateIds)
                and template.version = form.template_version
            )
          )`,
});

/** Records that the link to the pending forms was sent by e-mail. */
export const recordSent = statement({
  name: "forms_record_sent",
  params: { ...appointment, now: column.instant },
  sql: `update forms
        set sent_at = $now, updated_at = $now
        where business_id = $businessId
          and appointment_id = $appointmentId
          and completed_at is null`,
});

/** Records that pending forms were opened through a link for the first time. */
export const recordOpened = statement({
  name: "forms_record_opened",
  params: { ...appointment, now: column.instant },
  sql: `update forms
        set opened_at = $now, updated_at = $now
        where business_id = $businessId
          and appointment_id = $appointmentId
          and completed_at is null
          and opened_at is null`,
});

const newFormColumns = pick(columns, "id", "template_id");

/**
 * Inserts a pending form of the current version of each template. Does not replace a form that the client completes at the same
 * time through another link.
 */
export const insertPending = statement({
  name: "forms_insert_pending",
  params: { ...appointment, clientId: column.id, newForms: column.rows(newFormColumns), now: column.instant },
  sql: `insert into forms
          (business_id, id, client_id, appointment_id, template_id, template_version, answers, consents,
           created_at, updated_at)
        select $businessId, form.id, $clientId, $appointmentId, template.id, template.version, '[]', '[]', $now, $now
        from ${recordset("newForms", newFormColumns, "form")}
        join form_templates as template
          on template.business_id = $businessId and template.id = form.template_id
        on conflict (business_id, appointment_id, template_id) do nothing`,
});

const contentColumns = pick(versionColumns, "name", "fields");
const joinVersion = `join form_template_versions as version
          on version.business_id = form.business_id
          and version.template_id = form.template_id
          and version.version = form.template_version`;

const linkedColumns = { ...pick(columns, "id", "completed_at"), ...contentColumns };
const selectLinked = `select form.id, form.completed_at, version.name, version.fields
        from forms as form
        ${joinVersion}`;

/** The completed and pending forms of an appointment, in the order of the templates. */
export const listOfAppointment = statement({
  name: "forms_list_of_appointment",
  params: appointment,
  columns: linkedColumns,
  sql: `${selectLinked}
        join form_templates as template
          on template.business_id = form.business_id and template.id = form.template_id
        where form.business_id = $businessId
          and form.appointment_id = $appointmentId
        order by template.created_at, template.id`,
});

/** Locks a form of an appointment, so that only one submission completes it. */
export const lockForm = statement({
  name: "forms_lock",
  params: { ...appointment, formId: column.id },
  columns: linkedColumns,
  sql: `${selectLinked}
        where form.business_id = $businessId
          and form.appointment_id = $appointmentId
          and form.id = $formId
        for no key update of form`,
});

export const completeForm = updateRow(
  "forms_complete",
  forms,
  pick(
    columns,
    "completed_at",
    "signer_name",
    "signer_address",
    "answers",
    "consents",
    "signature_png",
    "updated_at",
  ),
);

const exportColumns = omit(columns, "business_id", "client_id");
const ownFormColumns = omit(exportColumns, "signer_address", "signature_png");
export const formColumns = { ...ownFormColumns, ...pick(versionColumns, "name") };

/** The size in bytes of a form's answers. */
const ANSWER_BYTES = jsonBytesOf("answers");

/**
 * A page of the forms of a client, newest first, starting after the given form (null for the first page). `isCompleted` selects
 * completed or pending forms, or both.
 */
export const listOfClient = statement({
  name: "forms_list_of_client",
  params: { ...client, isCompleted: column.flags, ...pageParams },
  columns: formColumns,
  sql: `select ${list(ownFormColumns, "form")}, version.name
        from ${withinPageBytes(
          `select *
           from forms
           where business_id = $businessId
             and client_id = $clientId
             and (completed_at is not null) = any($isCompleted)
             and ($afterAt is null or (created_at, id) < ($afterAt, $afterId))
           order by created_at desc, id desc
           limit $limit`,
          "created_at desc, id desc",
          ANSWER_BYTES,
        )} as form
        ${joinVersion}
        order by form.created_at desc, form.id desc`,
});

/** The creation time rounded down to milliseconds, the precision of page cursors. */
const CREATED_AT_MS = "date_trunc('milliseconds', created_at)";

/** A page of all forms of a client with their signatures, oldest first, starting after the given form (null for the first page). */
export const listForExport = statement({
  name: "forms_list_for_export",
  params: { ...client, ...pageParams },
  columns: { ...exportColumns, ...pick(versionColumns, "name") },
  sql: `select ${list(exportColumns, "form")}, version.name
        from ${withinPageBytes(
          `select *
           from forms
           where business_id = $businessId
             and client_id = $clientId
             and ($afterAt is null or (${CREATED_AT_MS}, id) > ($afterAt, $afterId))
           order by ${CREATED_AT_MS}, id
           limit $limit`,
          `${CREATED_AT_MS}, id`,
          `${ANSWER_BYTES} + ${bytesOf("signature_png")}`,
        )} as form
        ${joinVersion}
        order by date_trunc('milliseconds', form.created_at), form.id`,
});

export const moveFormRows = updateWhere("forms_move", forms, {
  set: { toClientId: "client_id" },
  where: { businessId: "business_id", fromClientId: "client_id" },
});

export const deleteFormsOfClient = deleteWhere("forms_delete_of_client", forms, "business_id", "client_id");
