import { clientsTexts } from "@daybook/i18n/clients";
import type { Client } from "@daybook/sdk";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { clientLabel } from "../../../base/clientSearch.ts";
import { useText } from "../../../base/language.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";

/** Lists other clients with the same phone number, e-mail address or full name. Renders nothing if there are none. */
export function Duplicates({
  client,
  onChoose,
}: {
  readonly client: Client;
  readonly onChoose: (other: Client) => void;
}) {
  const t = useText(clientsTexts);
  const { id: business } = useBusiness();
  const { data, error, refetch } = useQuery({
    queryKey: [business, "clients", "duplicates", client.id],
    queryFn: () => api.clients.listDuplicate({ path: { business }, query: { client_id: client.id } }),
  });
  if (data === undefined) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (data.items.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600} id="duplicates">
        {t("mergeDuplicates")}
      </Text>
      <Stack gap={4} role="group" aria-labelledby="duplicates">
        {data.items.map(({ client: other, reasons }) => (
          <Button
            key={other.id}
            variant="default"
            h="auto"
            py={8}
            fullWidth
            justify="flex-start"
            onClick={() => onChoose(other)}
          >
            <Group gap="xs" wrap="wrap">
              <span>{clientLabel(other)}</span>
              <Text size="xs" c="dimmed" span>
                {reasons.map((reason) => t(`same_${reason}`)).join(", ")}
              </Text>
            </Group>
          </Button>
        ))}
      </Stack>
    </Stack>
  );
}
