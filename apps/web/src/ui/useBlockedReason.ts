import { shellTexts } from "@daybook/i18n/shell";
import { type OperationName, type Role, rolesOf } from "@daybook/sdk";
import { useBusiness } from "../base/business.tsx";
import { useText } from "../base/language.tsx";
import { useIsOnline } from "../base/online.ts";

/** The key of the message that names each role. */
export const ROLE_KEYS = {
  owner: "roleOwner",
  manager: "roleManager",
  reception: "roleReception",
  staff: "roleStaff",
} as const satisfies Record<Role, string>;

/** Returns why the user cannot call an operation now; undefined if the user can call it. */
export function useBlockedReason(operation: OperationName): string | undefined {
  const t = useText(shellTexts);
  const { role } = useBusiness();
  const isOnline = useIsOnline();
  const roles = rolesOf(operation);
  if (!roles.includes(role))
    return t("roleReason", { roles: roles.map((each) => t(ROLE_KEYS[each])).join(", ") });
  return isOnline ? undefined : t("offlineReason");
}
