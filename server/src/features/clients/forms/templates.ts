import { utcText } from "@daybook/engine";
import { notFound, refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Reader, RowOf, Transaction } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { serviceIdProblems } from "../../business/services/index.ts";
import { lockSettings } from "../../scheduling/snapshot/index.ts";
import { applyChanges, EMPTY_DRAFT, isSameDraft, type TemplateDraft } from "./templateDraft.ts";
import type { FormTemplateChanges, FormTemplateInput, TemplateRecord } from "./templateSchema.ts";
import {
  archiveTemplateRow,
  deleteServices,
  findTemplate,
  insertServices,
  insertTemplate,
  isVersionUsed,
  listTemplateRows,
  lockTemplate,
  lockVersion,
  putVersion,
  type templateColumns,
  updateTemplateRow,
} from "./templateStore.ts";

/** Returns one template. Throws `not_found` for an unknown or archived template. */
export async function readTemplate(reader: Reader, businessId: string, id: string): Promise<TemplateRecord> {
  const [row] = await reader.query(findTemplate, { businessId, templateId: id });
  if (row === undefined) throw notFound();
  return recordOf(row);
}

/** Returns a page of the templates that are not archived, in the order of their creation. */
export async function listTemplates(
  reader: Reader,
  businessId: string,
  { limit = PAGE_SIZE, cursor }: { readonly limit?: number; readonly cursor?: string },
): Promise<{ items: TemplateRecord[]; next_cursor: string | null }> {
  const listing = { list: "form-templates", businessId };
  const [afterAt, afterId] = keyOfCursor(listing, cursor, ["instant", "id"]) ?? [null, null];
  const rows = await reader.query(listTemplateRows, { businessId, afterAt, afterId, limit: limit + 1 });
  return pageOf(listing, rows, limit, (row) => [row.created_at, row.id], recordOf);
}

/**
 * Creates a template. After the commit, appointments with one of its services require the form; without services, all
 * appointments require it. Throws `validation_failed` for invalid input.
 */
export async function createTemplate(
  tx: Transaction,
  businessId: string,
  input: FormTemplateInput,
  now: number,
): Promise<TemplateRecord> {
  lockSettings(tx, businessId);
  const { draft, problems } = applyChanges(EMPTY_DRAFT, input);
  refuseIf([...problems, ...(await serviceIdProblems(tx, businessId, "/service_ids", input.service_ids))]);
  const id = newId();
  tx.write(insertTemplate, { ...rowOf(businessId, id, draft, 1, now), created_at: now });
  writeVersion(tx, businessId, id, draft, 1, now);
  writeServices(tx, businessId, id, draft);
  return readTemplate(tx, businessId, id);
}

/**
 * Updates a template. Replaces the content of the current version if no form uses it; otherwise creates the next version, and existing
 * forms keep their version. Writes nothing if no value differs. Throws `not_found` for an unknown or archived template, and
 * `validation_failed` for invalid input.
 */
export async function updateTemplate(
  tx: Transaction,
  businessId: string,
  id: string,
  changes: FormTemplateChanges,
  now: number,
): Promise<TemplateRecord> {
  lockSettings(tx, businessId);
  const [locked] = await tx.query(lockTemplate, { businessId, templateId: id });
  if (locked === undefined) throw notFound();
  const before = await readTemplate(tx, businessId, id);
  const { draft, problems } = applyChanges(before, changes);
  refuseIf([...problems, ...(await serviceIdProblems(tx, businessId, "/service_ids", changes.service_ids))]);
  if (isSameDraft(before, draft)) return before;
  const version = await versionFor(tx, businessId, id, before.version);
  writeVersion(tx, businessId, id, draft, version, now);
  tx.write(updateTemplateRow, rowOf(businessId, id, draft, version, now));
  writeServices(tx, businessId, id, draft);
  return readTemplate(tx, businessId, id);
}

/**
 * Archives a template. Appointments no longer require the form. Completed forms remain. Throws `not_found` for an unknown or
 * archived template.
 */
export async function archiveTemplate(
  tx: Transaction,
  businessId: string,
  id: string,
  now: number,
): Promise<{ id: string; deleted: true }> {
  lockSettings(tx, businessId);
  const [archived] = await tx.query(archiveTemplateRow, { businessId, id, now });
  if (archived === undefined) throw notFound();
  return { id: archived.id, deleted: true };
}

/** Returns the number of the version that a change writes: the current version if no form uses it, otherwise the next version. */
async function versionFor(tx: Transaction, businessId: string, id: string, version: number): Promise<number> {
  const key = { businessId, templateId: id, version };
  await tx.query(lockVersion, key);
  const [answer] = await tx.query(isVersionUsed, key);
  return answer?.used === true ? version + 1 : version;
}

function writeServices(tx: Transaction, businessId: string, id: string, draft: TemplateDraft): void {
  const key = { business_id: businessId, template_id: id };
  tx.write(deleteServices, key);
  tx.write(insertServices, { rows: draft.service_ids.map((service_id) => ({ ...key, service_id })) });
}

function writeVersion(
  tx: Transaction,
  businessId: string,
  id: string,
  { name, fields }: TemplateDraft,
  version: number,
  now: number,
): void {
  const key = { business_id: businessId, template_id: id, version };
  tx.write(putVersion, { ...key, name, fields: [...fields], created_at: now });
}

function rowOf(businessId: string, id: string, draft: TemplateDraft, version: number, now: number) {
  const { frequency, every_months } = draft;
  return { business_id: businessId, id, version, frequency, every_months, updated_at: now };
}

function recordOf(row: RowOf<typeof templateColumns>): TemplateRecord {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    // The keys are listed because jsonb does not preserve their order.
    fields: row.fields.map(({ id, type, label, options, required }) => ({
      id,
      type,
      label,
      options,
      required,
    })),
    service_ids: row.service_ids,
    frequency: row.frequency,
    every_months: row.every_months,
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}
