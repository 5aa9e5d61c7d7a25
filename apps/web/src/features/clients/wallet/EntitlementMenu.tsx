import { walletTexts } from "@daybook/i18n/wallet";
import type { OperationName } from "@daybook/sdk";
import { ActionIcon, Menu } from "@mantine/core";
import { useState } from "react";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { useBlockedReason } from "../../../ui/useBlockedReason.ts";
import { type Entitlement, EntitlementDialog } from "./EntitlementDialog.tsx";

/** Shows a manager's actions for an entitlement: change the balance, block or unblock the entitlement. */
export function EntitlementMenu({ entitlement }: { readonly entitlement: Entitlement }) {
  const t = useText(walletTexts);
  const [action, setAction] = useState<"adjust" | "block" | "unblock">();
  const isBlocked = entitlement.blockedAt !== null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t("actionsOf", { name: entitlement.name })}
          >
            <Icon name="more" size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Action operation="adjustEntitlement" onClick={() => setAction("adjust")}>
            {t("adjust")}
          </Action>
          <Action
            operation={isBlocked ? "unblockEntitlement" : "blockEntitlement"}
            onClick={() => setAction(isBlocked ? "unblock" : "block")}
          >
            {t(isBlocked ? "unblock" : "block")}
          </Action>
        </Menu.Dropdown>
      </Menu>
      {action !== undefined && (
        <EntitlementDialog entitlement={entitlement} action={action} onClose={() => setAction(undefined)} />
      )}
    </>
  );
}

function Action({
  operation,
  onClick,
  children,
}: {
  readonly operation: OperationName;
  readonly onClick: () => void;
  readonly children: string;
}) {
  const blocked = useBlockedReason(operation);
  return (
    <Menu.Item data-operation={operation} disabled={blocked !== undefined} title={blocked} onClick={onClick}>
      {children}
    </Menu.Item>
  );
}
