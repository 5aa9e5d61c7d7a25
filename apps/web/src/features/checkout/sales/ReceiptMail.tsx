import { salesTexts } from "@daybook/i18n/sales";
import { Group, Stack, TextInput } from "@mantine/core";
import { showNotification } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { clientQuery } from "./queries.ts";

/** Sends the receipt to an e-mail address, by default the client's. */
export function ReceiptMail({
  saleId,
  clientId,
}: {
  readonly saleId: string;
  readonly clientId: string | null;
}) {
  const t = useText(salesTexts);
  const { id: business } = useBusiness();
  const { data: client } = useQuery({ ...clientQuery(business, clientId ?? ""), enabled: clientId !== null });
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const email = typed ?? client?.email ?? "";
  const write = useWrite({
    operation: "sendReceipt",
    changes: [],
    onFields: (errors) => setError(errors.email),
    run: (body: { email?: string }, { idempotencyKey }) =>
      api.sales.sendReceipt({ path: { business, sale: saleId }, body, idempotencyKey }),
  });
  const send = async () => {
    setError(undefined);
    const address = email.trim();
    if ((await write.send(address === "" ? {} : { email: address })) === undefined) return;
    showNotification({ message: t("receiptSent", { address }), withBorder: true });
  };
  return (
    <Stack gap="xs">
      <Group align="flex-end" wrap="nowrap" gap="xs">
        <TextInput
          label={t("receiptEmail")}
          type="email"
          flex={1}
          value={email}
          error={error}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <ActionButton
          operation="sendReceipt"
          variant="default"
          mb={error === undefined ? 0 : 20}
          loading={write.isSending}
          onClick={() => void send()}
        >
          {t("sendReceipt")}
        </ActionButton>
      </Group>
      {error === undefined && <ProblemNote error={write.error} onRetry={() => void send()} />}
    </Stack>
  );
}
