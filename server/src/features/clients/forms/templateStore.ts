import type { FormFrequency } from "@daybook/engine";
import { column, statement } from "../../../platform/database/index.ts";
import type { Field } from "./templateSchema.ts";

const frequency = column.oneOf<FormFrequency>("once", "every_visit", "every_months");

export const templateColumns = {
  id: column.id,
  version: column.integer,
  name: column.text,
  fields: column.json<Field[]>(),
  service_ids: column.ids,
  frequency,
  every_months: column.nullable(column.integer),
  created_at: column.instant,
  updated_at: column.instant,
};

const select = `select
     template.id,
     template.version,
     version.name,
     version.fields,
     array(
       select service_id
       from form_template_services as service
       where service.business_id = template.business_id
         and service.template_id = template.id
       order by service_id
     ) as service_ids,
     template.frequency,
     template.every_months,
     template.created_at,
     template.updated_at
   from form_templates as template
   join form_template_versions as version
     on version.business_id = template.business_id
     and version.template_id = template.id
     and version.version = template.version
   where template.business_id = $1
     and template.archived_at is null`;

export const findTemplate = statement(
  "form_templates_find",
  templateColumns,
  `${select}
     and template.id = $2`,
);

/** In the order in which they were made, behind the last one given ($2, $3); both null for the first page. */
export const listTemplateRows = statement(
  "form_templates_list",
  templateColumns,
  `${select}
     and ($2::timestamptz is null or (template.created_at, template.id) > ($2, $3::uuid))
   order by template.created_at, template.id
   limit $4`,
);

/** Two changes of one template take turns. */
export const lockTemplate = statement(
  "form_templates_lock",
  { version: column.integer },
  `select version
   from form_templates
   where business_id = $1
     and id = $2
     and archived_at is null
   for no key update`,
);

/** Waits for every form that is being made from this version, and keeps further ones out until the change is done. */
export const lockVersion = statement(
  "form_templates_lock_version",
  { version: column.integer },
  `select version
   from form_template_versions
   where business_id = $1
     and template_id = $2
     and version = $3
   for update`,
);

export const isVersionUsed = statement(
  "form_templates_is_version_used",
  { used: column.flag },
  `select exists (
     select
     from forms
     where business_id = $1
       and template_id = $2
       and template_version = $3
   ) as used`,
);

export const insertTemplate = statement(
  "form_templates_insert",
  {},
  `insert into form_templates (business_id, id, version, frequency, every_months, created_at, updated_at)
   values ($1, $2, 1, $3, $4, $5, $5)`,
);

/** Writes a version, or what it says now where nobody has read it yet. */
export const putVersion = statement(
  "form_templates_put_version",
  {},
  `insert into form_template_versions (business_id, template_id, version, name, fields, created_at)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (business_id, template_id, version) do update
   set name = excluded.name,
     fields = excluded.fields`,
);

export const updateTemplateRow = statement(
  "form_templates_update",
  {},
  `update form_templates
   set version = $3,
     frequency = $4,
     every_months = $5,
     updated_at = $6
   where business_id = $1
     and id = $2`,
);

export const dropServices = statement(
  "form_templates_drop_services",
  {},
  `delete from form_template_services
   where business_id = $1
     and template_id = $2`,
);

export const insertServices = statement(
  "form_templates_insert_services",
  {},
  `insert into form_template_services (business_id, template_id, service_id)
   select $1, $2, service_id
   from unnest($3::uuid[]) as service_id`,
);

export const archiveTemplateRow = statement(
  "form_templates_archive",
  { id: column.id },
  `update form_templates
   set archived_at = $3,
     updated_at = $3
   where business_id = $1
     and id = $2
     and archived_at is null
   returning id`,
);
