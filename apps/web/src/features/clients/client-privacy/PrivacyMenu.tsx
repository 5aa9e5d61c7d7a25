import { clientsTexts } from "@daybook/i18n/clients";
import type { Client, OperationName } from "@daybook/sdk";
import { ActionIcon, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { useProblemOf } from "../../../ui/problem.ts";
import { useBlockedReason } from "../../../ui/useBlockedReason.ts";
import { nameOf } from "../clients/queries.ts";
import { EraseDialog } from "./EraseDialog.tsx";
import { MergeDialog } from "./MergeDialog.tsx";

/** Shows the menu of rarely used actions: merge, export, audit log, delete, erase. */
export function PrivacyMenu({ client }: { readonly client: Client }) {
  const t = useText(clientsTexts);
  const { id: business } = useBusiness();
  const problemOf = useProblemOf();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"merge" | "delete" | "erase">();
  const save = async () => {
    try {
      const data = await api.clients.export({ path: { business, client: client.id } });
      saveAs(`${nameOf(client)}.json`, JSON.stringify(data, null, 2));
      notifications.show({ message: t("exported", { name: nameOf(client) }) });
    } catch (error) {
      notifications.show({ color: "red", message: problemOf(error).text });
    }
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t("moreActions")}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Action operation="mergeClients" onClick={() => setOpen("merge")}>
            {t("merge")}
          </Action>
          <Action operation="exportClient" onClick={() => void save()}>
            {t("export")}
          </Action>
          <Action
            operation="listAuditEntries"
            onClick={() =>
              void navigate({
                to: `/${business}/settings/audit-log` as never,
                search: { entity: "client", record: client.id } as never,
              })
            }
          >
            {t("auditLog")}
          </Action>
          <Menu.Divider />
          <Action operation="deleteClient" isRed onClick={() => setOpen("delete")}>
            {t("delete")}
          </Action>
          <Action operation="eraseClient" isRed onClick={() => setOpen("erase")}>
            {t("erase")}
          </Action>
        </Menu.Dropdown>
      </Menu>
      {open === "merge" && <MergeDialog client={client} onClose={() => setOpen(undefined)} />}
      {(open === "delete" || open === "erase") && (
        <EraseDialog client={client} isAtOnce={open === "erase"} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}

function Action({
  operation,
  isRed = false,
  onClick,
  children,
}: {
  readonly operation: OperationName;
  readonly isRed?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}) {
  const blocked = useBlockedReason(operation);
  return (
    <Menu.Item
      data-operation={operation}
      disabled={blocked !== undefined}
      title={blocked}
      {...(isRed ? { color: "red" } : {})}
      onClick={onClick}
    >
      {children}
    </Menu.Item>
  );
}

function saveAs(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
