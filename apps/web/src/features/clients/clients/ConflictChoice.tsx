import { clientsTexts } from "@daybook/i18n/clients";
import type { Client } from "@daybook/sdk";
import { Alert, Group, Stack, Table, Text } from "@mantine/core";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { type ClientField, type ClientValues, type TextField, valuesOf } from "./clientInput.ts";

const LABELS = {
  first_name: "firstName",
  last_name: "lastName",
  email: "email",
  phone_e164: "phone",
  alert: "alert",
  patch_test_at: "patchTest",
} as const satisfies Record<TextField, string>;

/**
 * Resolves a conflict with another user's change: for each field that both users changed, shows both values for the user to
 * choose from.
 */
export function ConflictChoice({
  base,
  current,
  mine,
  fields,
  isSending,
  onMine,
  onTheirs,
}: {
  readonly base: Client;
  readonly current: Client;
  readonly mine: ClientValues;
  readonly fields: readonly ClientField[];
  readonly isSending: boolean;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}) {
  const t = useText(clientsTexts);
  const [before, theirs] = [valuesOf(base, fields), valuesOf(current, fields)];
  const answer = (text: string) => (text === "yes" || text === "no" ? t(text) : text || t("none"));
  const rows = [
    ...(Object.keys(LABELS) as TextField[]).map((name) => ({
      key: name as string,
      label: t(LABELS[name]),
      values: [before[name], mine[name], theirs[name]] as const,
    })),
    ...fields.map(({ id, label, type }) => ({
      key: id,
      label,
      values: [before, mine, theirs].map(({ custom_fields }) => {
        const text = custom_fields[id] ?? "";
        return type === "yes_no" ? answer(text) : text;
      }) as unknown as readonly [string, string, string],
    })),
  ].filter(({ values: [was, my, their] }) => was !== my && was !== their && my !== their);
  return (
    <Alert color="red" variant="light" icon={<Icon name="alert" />} title={t("conflictTitle")} role="alert">
      <Stack gap="xs">
        {rows.length === 0 ? (
          <Text size="sm">{t("conflictNoOverlap")}</Text>
        ) : (
          <Table withRowBorders={false} verticalSpacing={4} horizontalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("conflictField")}</Table.Th>
                <Table.Th>{t("conflictMine")}</Table.Th>
                <Table.Th>{t("conflictTheirs")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ key, label, values: [, my, their] }) => (
                <Table.Tr key={key}>
                  <Table.Td>{label}</Table.Td>
                  <Table.Td>{my || t("none")}</Table.Td>
                  <Table.Td>{their || t("none")}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        <Group gap="xs">
          <ActionButton operation="updateClient" size="compact-md" loading={isSending} onClick={onMine}>
            {t("keepMine")}
          </ActionButton>
          <ActionButton operation="updateClient" size="compact-md" variant="default" onClick={onTheirs}>
            {t("takeTheirs")}
          </ActionButton>
        </Group>
      </Stack>
    </Alert>
  );
}
