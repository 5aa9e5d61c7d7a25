import { shellTexts } from "@daybook/i18n/shell";
import { type OperationName, rolesOf } from "@daybook/sdk";
import type { ReactNode } from "react";
import { useBusiness, useMay } from "../base/business.tsx";
import { useText } from "../base/language.tsx";
import { EmptyNote } from "../ui/EmptyNote.tsx";
import { Page } from "../ui/Page.tsx";
import { ROLE_KEYS } from "../ui/useBlockedReason.ts";

/** Renders a screen only for users whose role may call an operation. Tells other users which roles may open the screen. */
export function ForRoles({
  operation,
  children,
}: {
  readonly operation: OperationName;
  readonly children: ReactNode;
}) {
  const t = useText(shellTexts);
  const { record } = useBusiness();
  if (useMay(operation)) return children;
  const roles = rolesOf(operation).map((each) => t(ROLE_KEYS[each]));
  return (
    <Page title={t("otherRolesTitle")}>
      <EmptyNote
        title={t("roleReason", { roles: roles.join(", ") })}
        hint={t("otherRolesHint", { business: record.name })}
      />
    </Page>
  );
}
