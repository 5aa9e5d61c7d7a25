import { clientsTexts } from "@daybook/i18n/clients";
import { ApiError } from "@daybook/sdk";
import { Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { type FormsLink, FormsLinkDialog } from "./FormsLinkDialog.tsx";

/**
 * Shows two buttons for an appointment's due forms: one shows a QR code that opens the forms on site, the other sends the link by e-mail.
 */
export function FormsActions({ appointment }: { readonly appointment: string }) {
  const t = useText(clientsTexts);
  const { id: business } = useBusiness();
  const [link, setLink] = useState<FormsLink>();
  const path = { business, appointment };
  const create = useWrite({
    operation: "createFormsLink",
    changes: ["forms"],
    run: (_: string) => api.appointments.createFormsLink({ path }),
  });
  const send = useWrite({
    operation: "sendForms",
    changes: ["forms"],
    run: (_: string, { idempotencyKey }) => api.appointments.sendForms({ path, idempotencyKey }),
  });
  const showLink = async () => {
    const created = await create.send(appointment);
    if (created !== undefined) setLink(created);
  };
  const sendLink = async () => {
    const sent = await send.send(appointment);
    if (sent === undefined) return;
    const isSent = sent.sent_at !== null;
    notifications.show({
      message: t(isSent ? "formsSent" : "formsNotSent"),
      ...(isSent ? {} : { color: "red" }),
    });
  };
  const isRefused = send.error instanceof ApiError && send.error.code === "validation_failed";
  return (
    <>
      <ProblemNote error={create.error} onRetry={() => void showLink()} />
      {isRefused ? (
        <Text size="sm" c="red" role="alert">
          {t("formsRefused")}
        </Text>
      ) : (
        <ProblemNote error={send.error} onRetry={() => void sendLink()} />
      )}
      <Group gap="xs">
        <ActionButton
          operation="sendForms"
          variant="default"
          loading={send.isSending}
          onClick={() => void sendLink()}
        >
          {t("formSend")}
        </ActionButton>
        <ActionButton
          operation="createFormsLink"
          variant="light"
          loading={create.isSending}
          onClick={() => void showLink()}
        >
          {t("formFill")}
        </ActionButton>
      </Group>
      {link !== undefined && <FormsLinkDialog link={link} onClose={() => setLink(undefined)} />}
    </>
  );
}
