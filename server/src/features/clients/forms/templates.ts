import { utcText } from "@daybook/engine";
import { notFound, refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Reader, RowOf, Transaction } from "../../../platform/database/index.ts";
import { keysOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { serviceIdProblems } from "../../business/services/index.ts";
import { lockSettings } from "../../scheduling/snapshot/index.ts";
import { applyChanges, EMPTY_DRAFT, isSameDraft, type TemplateDraft } from "./templateDraft.ts";
import type { FormTemplateChanges, FormTemplateInput, TemplateRecord } from "./templateSchema.ts";
import {
  archiveTemplateRow,
  dropServices,
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

/** One template; throws `not_found` also for one that was archived. */
export async function readTemplate(reader: Reader, businessId: string, id: string): Promise<TemplateRecord> {
  const [row] = await reader.query(findTemplate, [businessId, id]);
  if (row === undefined) throw notFound();
  return recordOf(row);
}

/** A page of the templates in use, in the order in which they were made. */
export async function listTemplates(
  reader: Reader,
  businessId: string,
  { limit = PAGE_SIZE, cursor }: { readonly limit?: number; readonly cursor?: string },
): Promise<{ items: TemplateRecord[]; next_cursor: string | null }> {
  const listing = { list: "form-templates", businessId };
  const after = keysOfCursor(listing, cursor);
  const rows = await reader.query(listTemplateRows, [businessId, ...after, limit + 1]);
  return pageOf(listing, rows, limit, (row) => [row.created_at, row.id], recordOf);
}

/** Makes a template; from the commit on every visit of its services asks for it. Throws `validation_failed`. */
export async function createTemplate(
  tx: Transaction,
  businessId: string,
  wanted: FormTemplateInput,
  now: number,
): Promise<TemplateRecord> {
  lockSettings(tx, businessId);
  const { draft, problems } = applyChanges(EMPTY_DRAFT, wanted);
  refuseIf([...problems, ...(await serviceIdProblems(tx, businessId, "/service_ids", wanted.service_ids))]);
  const id = newId();
  const at = new Date(now);
  tx.write(insertTemplate, [businessId, id, draft.frequency, draft.every_months, at]);
  tx.write(putVersion, [businessId, id, 1, draft.name, JSON.stringify(draft.fields), at]);
  tx.write(insertServices, [businessId, id, draft.service_ids]);
  return readTemplate(tx, businessId, id);
}

/**
 * Changes a template. While no form was made of it, its version is written anew; afterwards a change makes the next
 * one, and forms keep theirs. A change that changes nothing makes none. Throws `not_found`, `validation_failed`.
 */
export async function updateTemplate(
  tx: Transaction,
  businessId: string,
  id: string,
  change: FormTemplateChanges,
  now: number,
): Promise<TemplateRecord> {
  lockSettings(tx, businessId);
  const [locked] = await tx.query(lockTemplate, [businessId, id]);
  if (locked === undefined) throw notFound();
  const before = await readTemplate(tx, businessId, id);
  const { draft, problems } = applyChanges(before, change);
  refuseIf([...problems, ...(await serviceIdProblems(tx, businessId, "/service_ids", change.service_ids))]);
  if (isSameDraft(before, draft)) return before;
  const version = await versionFor(tx, businessId, id, before.version);
  const at = new Date(now);
  tx.write(putVersion, [businessId, id, version, draft.name, JSON.stringify(draft.fields), at]);
  tx.write(updateTemplateRow, [businessId, id, version, draft.frequency, draft.every_months, at]);
  writeServices(tx, businessId, id, draft);
  return readTemplate(tx, businessId, id);
}

/** Takes a template out of use: no visit asks for it any more, and forms that were made of it stay. Throws `not_found`. */
export async function archiveTemplate(
  tx: Transaction,
  businessId: string,
  id: string,
  now: number,
): Promise<{ id: string; deleted: true }> {
  lockSettings(tx, businessId);
  const [archived] = await tx.query(archiveTemplateRow, [businessId, id, new Date(now)]);
  if (archived === undefined) throw notFound();
  return { id: archived.id, deleted: true };
}

/** The version a change is written into: this one while nobody has it, else the next. */
async function versionFor(tx: Transaction, businessId: string, id: string, version: number): Promise<number> {
  const key = [businessId, id, version];
  await tx.query(lockVersion, key);
  const [answer] = await tx.query(isVersionUsed, key);
  return answer?.used === true ? version + 1 : version;
}

function writeServices(tx: Transaction, businessId: string, id: string, draft: TemplateDraft): void {
  tx.write(dropServices, [businessId, id]);
  tx.write(insertServices, [businessId, id, draft.service_ids]);
}

function recordOf(row: RowOf<typeof templateColumns>): TemplateRecord {
  return {
    ...row,
    // jsonb keeps keys in an order of its own.
    fields: row.fields.map(({ id, type, label, options, required }) => ({
      id,
      type,
      label,
      options,
      required,
    })),
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}
