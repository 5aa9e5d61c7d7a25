import { type FieldProblem, notFound, refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockSettings } from "../../scheduling/snapshot/index.ts";
import type { ClientFieldChanges, ClientFieldInput, ClientFieldRecord } from "./schema.ts";
import {
  archiveField,
  insertClientField,
  isFieldAnswered,
  lastFieldPosition,
  lockClientField,
  touchBusiness,
  updateClientFieldRow,
} from "./store.ts";

/** Adds a question to what is asked of clients, behind the others unless a position is given. Throws `validation_failed`. */
export async function createClientField(
  tx: Transaction,
  businessId: string,
  wanted: ClientFieldInput,
  now: number,
): Promise<ClientFieldRecord> {
  // From here on setups of one business wait for each other, so what is read below still holds at the commit.
  lockSettings(tx, businessId);
  const [last] = await tx.query(lastFieldPosition, [businessId]);
  const field: ClientFieldRecord = {
    id: newId(),
    label: wanted.label,
    type: wanted.type,
    options: wanted.options ?? [],
    required: wanted.required ?? false,
    position: wanted.position ?? (last?.position ?? 0) + 1,
  };
  refuseIf(optionProblems(field));
  tx.write(insertClientField, [businessId, ...valuesOf(field), new Date(now)]);
  tx.write(touchBusiness, [businessId, new Date(now)]);
  return field;
}

/**
 * Changes a question. Its type is fixed once a client has answered, because the answers would be of the wrong
 * kind; an option may go although it was chosen: old answers keep it. Throws `not_found`, `validation_failed`.
 */
export async function updateClientField(
  tx: Transaction,
  businessId: string,
  fieldId: string,
  changes: ClientFieldChanges,
  now: number,
): Promise<ClientFieldRecord> {
  lockSettings(tx, businessId);
  const [before] = await tx.query(lockClientField, [businessId, fieldId]);
  if (before === undefined) throw notFound();
  const field: ClientFieldRecord = { ...before, ...changes };
  const [found] = await tx.query(isFieldAnswered, [businessId, fieldId]);
  const isRetyped = field.type !== before.type && found?.answered === true;
  refuseIf([
    ...(isRetyped ? [{ path: "/type", message: "is fixed, because clients have answered" }] : []),
    ...optionProblems(field),
  ]);
  tx.write(updateClientFieldRow, [businessId, ...valuesOf(field), new Date(now)]);
  tx.write(touchBusiness, [businessId, new Date(now)]);
  return field;
}

/** Takes a question out; the answers stay in the files and are not shown (contract §9). Throws `not_found`. */
export async function archiveClientField(
  tx: Transaction,
  businessId: string,
  fieldId: string,
  now: number,
): Promise<{ id: string; deleted: true }> {
  lockSettings(tx, businessId);
  const [archived] = await tx.query(archiveField, [businessId, fieldId, new Date(now)]);
  if (archived === undefined) throw notFound();
  tx.write(touchBusiness, [businessId, new Date(now)]);
  return { id: archived.id, deleted: true };
}

function optionProblems({ type, options }: ClientFieldRecord): FieldProblem[] {
  if (type === "choice" && options.length === 0)
    return [{ path: "/options", message: "must have at least one option for a choice" }];
  if (type !== "choice" && options.length > 0)
    return [{ path: "/options", message: "must be empty unless the type is choice" }];
  return [];
}

function valuesOf(field: ClientFieldRecord): unknown[] {
  return [field.id, field.label, field.type, field.options, field.required, field.position];
}
