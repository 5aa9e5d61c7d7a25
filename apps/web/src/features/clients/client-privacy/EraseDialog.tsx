import { clientsTexts } from "@daybook/i18n/clients";
import { shellTexts } from "@daybook/i18n/shell";
import type { Client } from "@daybook/sdk";
import { Button, Checkbox, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { DialogActions } from "../../../ui/DialogActions.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { nameOf } from "../clients/queries.ts";

/** Deletes a client, so that the data is erased after seven days, or erases the data immediately. */
export function EraseDialog({
  client,
  isAtOnce,
  onClose,
}: {
  readonly client: Client;
  readonly isAtOnce: boolean;
  readonly onClose: () => void;
}) {
  const t = useText(clientsTexts);
  const shell = useText(shellTexts);
  const { id: business } = useBusiness();
  const navigate = useNavigate();
  const [isSure, setSure] = useState(!isAtOnce);
  const operation = isAtOnce ? "eraseClient" : "deleteClient";
  const name = nameOf(client);
  const write = useWrite({
    operation,
    changes: ["clients", "appointments"],
    run: async (id: string, { idempotencyKey }) => {
      const sent = { path: { business, client: id }, ifMatch: client.version };
      if (isAtOnce) await api.clients.erase({ ...sent, idempotencyKey });
      else await api.clients.delete(sent);
      return true;
    },
  });
  const go = async () => {
    if ((await write.send(client.id)) === undefined) return;
    notifications.show({ message: isAtOnce ? t("erased") : t("deleted", { name }) });
    await navigate({ to: `/${business}/clients` as never, search: {} as never, replace: true });
  };
  return (
    <Dialog
      name="eraseClient"
      title={t(isAtOnce ? "eraseTitle" : "deleteTitle", { name })}
      size="sm"
      isOpen
      onClose={onClose}
    >
      <Stack>
        <Text size="sm">{t(isAtOnce ? "eraseHint" : "deleteHint")}</Text>
        {isAtOnce && (
          <Checkbox
            label={t("eraseSure")}
            checked={isSure}
            onChange={(event) => setSure(event.currentTarget.checked)}
          />
        )}
        <ProblemNote error={write.error} onRetry={() => void go()} />
        <DialogActions>
          <Button variant="default" data-autofocus onClick={onClose}>
            {shell("cancel")}
          </Button>
          <ActionButton
            operation={operation}
            color="red"
            reason={isSure ? undefined : t("eraseSure")}
            loading={write.isSending}
            onClick={() => void go()}
          >
            {t(isAtOnce ? "erase" : "delete")}
          </ActionButton>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
