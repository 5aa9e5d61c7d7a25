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

/** Creates a client field, at the end unless a position is given. Throws `validation_failed` for invalid input. */
export async function createClientField(
  tx: Transaction,
  businessId: string,
  wanted: ClientFieldInput,
  now: number,
): Promise<ClientFieldRecord> {
  // The lock ensures that two fields created concurrently get different positions.
  lockSettings(tx, businessId);
  const [last] = await tx.query(lastFieldPosition, { businessId });
  const field: ClientFieldRecord = {
    id: newId(),
    label: wanted.label,
    type: wanted.type,
    options: wanted.options ?? [],
    required: wanted.required ?? false,
    position: wanted.position ?? (last?.position ?? 0) + 1,
  };
  refuseIf(optionProblems(field));
  tx.write(insertClientField, { ...field, business_id: businessId, created_at: now, updated_at: now });
  tx.write(touchBusiness, { id: businessId, now });
  return field;
}

/**
 * Changes a client field. The type cannot change once a client has answered the field, because the stored answers have that type. Existing
 * answers keep their value when the option that they contain is removed. Throws `not_found` for an unknown field, and `validation_failed`
 * for invalid input.
 */
export async function updateClientField(
  tx: Transaction,
  businessId: string,
  fieldId: string,
  changes: ClientFieldChanges,
  now: number,
): Promise<ClientFieldRecord> {
  const [before] = await tx.query(lockClientField, { businessId, id: fieldId });
  if (before === undefined) throw notFound();
  const field: ClientFieldRecord = { ...before, ...changes };
  const [found] = await tx.query(isFieldAnswered, { businessId, fieldId });
  const isRetyped = field.type !== before.type && found?.answered === true;
  refuseIf([
    ...(isRetyped
      ? [{ path: "/type", message: "cannot be changed: clients have already filled in the field" }]
      : []),
    ...optionProblems(field),
  ]);
  tx.write(updateClientFieldRow, { ...field, business_id: businessId, updated_at: now });
  tx.write(touchBusiness, { id: businessId, now });
  return field;
}

/** Archives a client field. Its answers are kept but no longer shown (contract §9). Throws `not_found` for an unknown field. */
export async function archiveClientField(
  tx: Transaction,
  businessId: string,
  fieldId: string,
  now: number,
): Promise<{ id: string; deleted: true }> {
  const [archived] = await tx.query(archiveField, { businessId, id: fieldId, now });
  if (archived === undefined) throw notFound();
  tx.write(touchBusiness, { id: businessId, now });
  return { id: archived.id, deleted: true };
}

function optionProblems({ type, options }: ClientFieldRecord): FieldProblem[] {
  if (type === "choice" && options.length === 0)
    return [{ path: "/options", message: 'must have at least one option when `type` is "choice"' }];
  if (type !== "choice" && options.length > 0)
    return [{ path: "/options", message: 'must be empty unless `type` is "choice"' }];
  return [];
}
