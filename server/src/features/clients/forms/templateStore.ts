import {
  archiveRow,
  column,
  deleteWhere,
  insertInto,
  insertRows,
  list,
  omit,
  pageParams,
  pick,
  selectWhere,
  statement,
  updateRow,
} from "../../../platform/database/index.ts";
import { formTemplateServices, formTemplates, formTemplateVersions } from "../../../tables/clients.ts";
import type { Field } from "./templateSchema.ts";

const { columns } = formTemplates;
export const versionColumns = { ...formTemplateVersions.columns, fields: column.json<Field[]>() };
const template = { businessId: column.id, templateId: column.id };
const version = { ...template, version: column.integer };

const ownColumns = omit(columns, "business_id", "archived_at");
export const templateColumns = {
  ...ownColumns,
  ...pick(versionColumns, "name", "fields"),
  service_ids: column.ids,
};

const selectTemplate = `select ${list(ownColumns, "template")}, version.name, version.fields,
          array(
            select service_id
            from form_template_services as service
            where service.business_id = template.business_id
              and service.template_id = template.id
            order by service_id
          ) as service_ids
        from form_templates as template
        join form_template_versions as version
          on version.business_id = template.business_id
          and version.template_id = template.id
          and version.version = template.version
        where template.business_id = $businessId
          and template.archived_at is null`;

export const findTemplate = statement({
  name: "form_templates_find",
  params: template,
  columns: templateColumns,
  sql: `${selectTemplate}
          and template.id = $templateId`,
});

/** A page of the templates in the order of their creation, starting after the given template (null for the first page). */
export const listTemplateRows = statement({
  name: "form_templates_list",
  params: { businessId: column.id, ...pageParams },
  columns: templateColumns,
  sql: `${selectTemplate}
          and ($afterAt is null or (template.created_at, template.id) > ($afterAt, $afterId))
        order by template.created_at, template.id
        limit $limit`,
});

/** Locks a template, so that concurrent updates of one template run one after another. */
export const lockTemplate = selectWhere("form_templates_lock", formTemplates, {
  columns: pick(columns, "version"),
  where: { businessId: "business_id", templateId: "id" },
  ending: "and archived_at is null for no key update",
});

/**
 * Locks a version of a template: waits for transactions that create forms from this version, and blocks new ones until the update commits.
 */
export const lockVersion = selectWhere("form_templates_lock_version", formTemplateVersions, {
  columns: pick(versionColumns, "version"),
  where: { businessId: "business_id", templateId: "template_id", version: "version" },
  ending: "for update",
});

export const isVersionUsed = statement({
  name: "form_templates_is_version_used",
  params: version,
  columns: { used: column.flag },
  sql: `select exists (
          select
          from forms
          where business_id = $businessId
            and template_id = $templateId
            and template_version = $version
        ) as used`,
});

export const insertTemplate = insertInto("form_templates_insert", formTemplates, {
  ...pick(columns, "business_id"),
  ...ownColumns,
});

/** Inserts a version of a template, or replaces the content of a version that no form uses. */
export const putVersion = insertInto(
  "form_templates_put_version",
  formTemplateVersions,
  versionColumns,
  `on conflict (business_id, template_id, version) do update
   set name = excluded.name, fields = excluded.fields`,
);

export const updateTemplateRow = updateRow(
  "form_templates_update",
  formTemplates,
  pick(columns, "version", "frequency", "every_months", "updated_at"),
);

export const deleteServices = deleteWhere(
  "form_templates_delete_services",
  formTemplateServices,
  "business_id",
  "template_id",
);

export const insertServices = insertRows("form_templates_insert_services", formTemplateServices);

export const archiveTemplateRow = archiveRow("form_templates_archive", formTemplates);
