import type { ItemOf, Role, StaffMember } from "@daybook/sdk";
import { api } from "../../../base/api.ts";
import { allOf } from "../../../base/queries.ts";

export type Member = ItemOf<"/businesses/{business}/members">;
export type Invitation = ItemOf<"/businesses/{business}/invitations">;

/** Returns the query for the users of the business, its open invitations and its staff members. */
export function membersQuery(business: string) {
  const all = { path: { business }, query: { limit: 100 } } as const;
  return {
    queryKey: [business, "settings", "members"],
    queryFn: async () => {
      const [members, invitations, staff] = await Promise.all([
        allOf(api.each("/businesses/{business}/members", all)),
        allOf(api.each("/businesses/{business}/invitations", all)),
        allOf(api.each("/businesses/{business}/staff", all)),
      ]);
      return { members, invitations, staff };
    },
  } as const;
}

export const ROLES = ["owner", "manager", "reception", "staff"] as const satisfies readonly Role[];

export function nameOf({ first_name, last_name }: Member): string {
  return [first_name, last_name].filter(Boolean).join(" ");
}

/** Returns the staff members who are not linked to another user. */
export function freeStaff(
  staff: readonly StaffMember[],
  members: readonly Member[],
  user: string | undefined,
): readonly StaffMember[] {
  const taken = new Set(members.filter(({ id }) => id !== user).map(({ staff_id }) => staff_id));
  return staff.filter(({ id }) => !taken.has(id));
}
