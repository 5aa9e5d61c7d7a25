import { shellTexts } from "@daybook/i18n/shell";
import { type OperationName, type Role, rolesOf } from "@daybook/sdk";
import { useBusiness } from "../base/business.tsx";
import { useText } from "../base/language.tsx";
import { useIsOnline } from "../base/online.ts";

/** The message key of each role's name. */
export const ROLE_KEYS = {
  owner: "roleOwner",
  manager: "roleManager",
  reception: "roleReception",
  staff: "roleStaff",
} as const satisfies Record<Role, string>;

/** Returns the reason why the user cannot call an operation; undefined if the operation is allowed. */
export function useBlockedReason(operation: OperationName): string | undefined {
  const t = useText(shellTexts);
  const { role } = useBusiness();
  const isOnline = useIsOnline();
  const roles = rolesOf(operation);
  if (!roles.includes(role))
    return t("roleReason", { roles: roles.map((each) => t(ROLE_KEYS[each])).join(", ") });
  return isOnline ? undefined : t("offlineReason");
}
