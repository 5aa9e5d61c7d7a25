import type { Status } from "@daybook/engine";
import { column, statement } from "../../../platform/database/index.ts";
import type { FormRecord } from "./formSchema.ts";
import type { Field } from "./templateSchema.ts";

export type StoredAnswer = FormRecord["answers"][number];
export type StoredConsent = FormRecord["consents"][number];

/** Keeps a visit from being changed, or handed another link, while one is made for it. */
export const lockVisit = statement(
  "forms_lock_visit",
  { id: column.id },
  `select id
   from appointments
   where business_id = $1
     and id = $2
   for no key update`,
);

/** A visit that asks its client for forms; $3 is the staff member whose own it must be, or null. */
export const findVisit = statement(
  "forms_find_visit",
  {
    client_id: column.id,
    status: column.oneOf<Status>(
      "requested",
      "booked",
      "arrived",
      "completed",
      "cancelled",
      "declined",
      "no_show",
    ),
    starts_at: column.instant,
    time_zone: column.text,
  },
  `select
     visit.client_id,
     visit.status,
     visit.starts_at,
     location.time_zone
   from appointments as visit
   join locations as location
     on location.business_id = visit.business_id and location.id = visit.location_id
   where visit.business_id = $1
     and visit.id = $2
     and ($3::uuid is null or exists (
       select
       from appointment_items as item
       where item.business_id = visit.business_id
         and item.appointment_id = visit.id
         and item.staff_id = $3
     ))`,
);

/** What was handed out for a visit and not filled in. */
export const dropPending = statement(
  "forms_drop_pending",
  {},
  `delete from forms
   where business_id = $1
     and appointment_id = $2
     and completed_at is null`,
);

/**
 * Forms of a visit ($2, of the client $3): one of each template ($5, with the ids $4), in today's version. One that was
 * filled in through the link before, while this one is made, stays.
 */
export const insertPending = statement(
  "forms_insert_pending",
  {},
  `insert into forms
     (business_id, id, client_id, appointment_id, template_id, template_version, answers, consents, created_at, updated_at)
   select $1, made.id, $3, $2, template.id, template.version, '[]', '[]', $6, $6
   from unnest($4::uuid[], $5::uuid[]) as made (id, template_id)
   join form_templates as template
     on template.business_id = $1 and template.id = made.template_id
   on conflict (business_id, appointment_id, template_id) do nothing`,
);

/** The forms of a visit: those that were filled in for it and those that were handed out, by template. */
export const listOfVisit = statement(
  "forms_list_of_visit",
  {
    id: column.id,
    name: column.text,
    fields: column.json<Field[]>(),
    completed_at: column.nullable(column.instant),
  },
  `select form.id, version.name, version.fields, form.completed_at
   from forms as form
   join form_template_versions as version
     on version.business_id = form.business_id
     and version.template_id = form.template_id
     and version.version = form.template_version
   join form_templates as template
     on template.business_id = form.business_id and template.id = form.template_id
   where form.business_id = $1
     and form.appointment_id = $2
   order by template.created_at, template.id`,
);

/** Locks a form ($3) of a visit: it is filled in once. */
export const lockForm = statement(
  "forms_lock",
  {
    id: column.id,
    name: column.text,
    fields: column.json<Field[]>(),
    completed_at: column.nullable(column.instant),
  },
  `select form.id, version.name, version.fields, form.completed_at
   from forms as form
   join form_template_versions as version
     on version.business_id = form.business_id
     and version.template_id = form.template_id
     and version.version = form.template_version
   where form.business_id = $1
     and form.appointment_id = $2
     and form.id = $3
   for no key update of form`,
);

export const completeForm = statement(
  "forms_complete",
  {},
  `update forms
   set completed_at = $3,
     signer_name = $4,
     signer_address = $5,
     answers = $6,
     consents = $7,
     signature_png = $8,
     updated_at = $3
   where business_id = $1
     and id = $2`,
);

export const formColumns = {
  id: column.id,
  template_id: column.id,
  template_version: column.integer,
  name: column.text,
  appointment_id: column.id,
  completed_at: column.nullable(column.instant),
  signer_name: column.nullable(column.text),
  answers: column.json<StoredAnswer[]>(),
  consents: column.json<StoredConsent[]>(),
  created_at: column.instant,
  updated_at: column.instant,
};

const shown = `form.id,
     form.template_id,
     form.template_version,
     version.name,
     form.appointment_id,
     form.completed_at,
     form.signer_name,
     form.answers,
     form.consents,
     form.created_at,
     form.updated_at`;

const withVersion = `from forms as form
   join form_template_versions as version
     on version.business_id = form.business_id
     and version.template_id = form.template_id
     and version.version = form.template_version
   where form.business_id = $1
     and form.client_id = $2`;

/** A client's forms, newest first, behind a place in this order ($4, $5); of those pending or completed ($3: whether). */
export const listOfClient = statement(
  "forms_list_of_client",
  formColumns,
  `select ${shown}
   ${withVersion}
     and (form.completed_at is not null) = any($3::boolean[])
     and ($4::timestamptz is null or (form.created_at, form.id) < ($4, $5::uuid))
   order by form.created_at desc, form.id desc
   limit $6`,
);

/** Everything that is kept of a client's forms, oldest first. */
export const listForExport = statement(
  "forms_list_for_export",
  {
    ...formColumns,
    signer_address: column.nullable(column.text),
    signature_png: column.nullable(column.bytes),
  },
  `select ${shown},
     form.signer_address,
     form.signature_png
   ${withVersion}
   order by form.created_at, form.id`,
);

export const moveForms = statement(
  "forms_move",
  {},
  `update forms
   set client_id = $3
   where business_id = $1
     and client_id = $2`,
);

export const dropForms = statement(
  "forms_drop_of_client",
  {},
  `delete from forms
   where business_id = $1
     and client_id = $2`,
);
