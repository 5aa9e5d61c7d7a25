import { ownOnly, roleOf, type SessionCaller } from "../../../kernel/caller.ts";
import type { Role } from "../../../kernel/scopes.ts";
import type { RowOf } from "../../../platform/database/index.ts";
import type { Entity } from "./schema.ts";
import type { changeColumns } from "./store.ts";

export type ChangeRow = RowOf<typeof changeColumns>;

/** What a user may hear of, as their routes allow it (contract §2). */
export interface Audience {
  readonly role: Role;
  /** The staff member whose own changes alone are heard; null: of all. */
  readonly ownStaffId: string | null;
}

/** Null for a user who is no member of the business. */
export function audienceOf(caller: SessionCaller, businessId: string): Audience | null {
  const role = roleOf(caller, businessId);
  return role === null ? null : { role, ownStaffId: ownOnly(caller, businessId)?.staffId ?? null };
}

const OWNER: readonly Role[] = ["owner"];
const OWNER_AND_MANAGER: readonly Role[] = ["owner", "manager"];

/** Collections that only some roles read. */
const READERS: Readonly<Partial<Record<Entity, readonly Role[]>>> = {
  members: OWNER_AND_MANAGER,
  invitations: OWNER_AND_MANAGER,
  api_keys: OWNER,
  payment_accounts: OWNER,
  webhook_endpoints: OWNER_AND_MANAGER,
};

/** Collections of which the role staff reads its own records only. */
const OWNED: ReadonlySet<string> = new Set([
  "appointments",
  "blocks",
  "clients",
  "forms",
  "photos",
  "wallets",
  "sales",
  "payments",
]);

/** Whether a change is told to this audience. */
export function hears({ role, ownStaffId }: Audience, change: ChangeRow): boolean {
  const entity = change.entity as Entity;
  if (READERS[entity]?.includes(role) === false) return false;
  if (ownStaffId === null || !OWNED.has(entity)) return true;
  // Sales and payments without an appointment are everyone's.
  if ((entity === "sales" || entity === "payments") && change.appointment_id === null) return true;
  return change.staff_ids.includes(ownStaffId) || change.own_staff_ids.includes(ownStaffId);
}
