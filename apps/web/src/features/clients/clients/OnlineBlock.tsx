import { clientsTexts } from "@daybook/i18n/clients";
import type { Client } from "@daybook/sdk";
import { Group, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { useShortDate } from "./localDates.ts";
import { clientQuery } from "./queries.ts";

/** Blocks or unblocks online booking by the client. Staff can always book for the client. */
export function OnlineBlock({ client }: { readonly client: Client }) {
  const t = useText(clientsTexts);
  const { id: business } = useBusiness();
  const shortDate = useShortDate();
  const queries = useQueryClient();
  const blockedAt = client.online_booking_blocked_at;
  const write = useWrite({
    operation: "updateClient",
    changes: ["clients"],
    run: (online_booking_blocked: boolean, { idempotencyKey }) =>
      api.clients.update({
        path: { business, client: client.id },
        body: { online_booking_blocked },
        idempotencyKey,
      }),
  });
  const change = async () => {
    const saved = await write.send(blockedAt === null);
    if (saved !== undefined) queries.setQueryData(clientQuery(business, client.id).queryKey, saved);
  };
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          {blockedAt === null ? t("onlineAllowed") : t("onlineBlocked", { date: shortDate(blockedAt) })}
        </Text>
        <ActionButton
          operation="updateClient"
          size="compact-sm"
          variant="default"
          loading={write.isSending}
          onClick={() => void change()}
        >
          {t(blockedAt === null ? "block" : "unblock")}
        </ActionButton>
      </Group>
      <ProblemNote error={write.error} onRetry={() => void change()} />
    </Stack>
  );
}
