import { ownOnly, roleOf, type SessionCaller } from "../../../kernel/caller.ts";
import type { Role } from "../../../kernel/scopes.ts";
import type { RowOf } from "../../../platform/database/index.ts";
import type { Entity } from "./schema.ts";
import type { changeColumns } from "./store.ts";

export type ChangeRow = RowOf<typeof changeColumns>;

/** The business member who receives a stream. The role determines which notices the stream contains (contract §2). */
export interface Audience {
  readonly role: Role;
  /** The only staff member whose records the business member may read, or null for no restriction. */
  readonly ownStaffId: string | null;
}

/** Returns the audience of a session, or null if the user is not a business member. */
export function audienceOf(caller: SessionCaller, businessId: string): Audience | null {
  const role = roleOf(caller, businessId);
  return role === null ? null : { role, ownStaffId: ownOnly(caller, businessId)?.staffId ?? null };
}

const OWNER: readonly Role[] = ["owner"];
const OWNER_AND_MANAGER: readonly Role[] = ["owner", "manager"];

/** The roles that may read a collection, for collections that not all roles may read. */
const READERS: Readonly<Partial<Record<Entity, readonly Role[]>>> = {
  booking_pages: OWNER_AND_MANAGER,
  message_settings: OWNER_AND_MANAGER,
  day_closings: ["owner", "manager", "reception"],
  members: OWNER_AND_MANAGER,
  invitations: OWNER_AND_MANAGER,
  api_keys: OWNER,
  payment_accounts: OWNER,
  webhook_endpoints: OWNER_AND_MANAGER,
};

/** Collections in which a business member with the role `staff` may read only records of the linked staff member. */
const OWNED: ReadonlySet<string> = new Set([
  "appointments",
  "blocks",
  "clients",
  "forms",
  "photos",
  "client_notes",
  "waitlist",
  "wallets",
  "sales",
  "payments",
]);

/** Returns whether this business member may read the record that changed. */
export function mayRead({ role, ownStaffId }: Audience, change: ChangeRow): boolean {
  const entity = change.entity as Entity;
  if (READERS[entity]?.includes(role) === false) return false;
  if (ownStaffId === null || !OWNED.has(entity)) return true;
  // All roles may read sales and payments that belong to no appointment.
  if ((entity === "sales" || entity === "payments") && change.appointment_id === null) return true;
  return change.staff_ids.includes(ownStaffId) || change.own_staff_ids.includes(ownStaffId);
}
