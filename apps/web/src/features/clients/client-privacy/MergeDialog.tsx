import { clientsTexts } from "@daybook/i18n/clients";
import { shellTexts } from "@daybook/i18n/shell";
import type { Client } from "@daybook/sdk";
import { Button, Radio, Select, Stack, Table, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { clientLabel, useClientSearch } from "../../../base/clientSearch.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { DialogActions } from "../../../ui/DialogActions.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { useShortDate } from "../clients/localDates.ts";
import { nameOf } from "../clients/queries.ts";
import { Duplicates } from "./Duplicates.tsx";

/** Merges two clients. The user selects the other client, compares both records and chooses the record to keep. */
export function MergeDialog({ client, onClose }: { readonly client: Client; readonly onClose: () => void }) {
  const t = useText(clientsTexts);
  const shell = useText(shellTexts);
  const { id: business } = useBusiness();
  const navigate = useNavigate();
  const [other, setOther] = useState<Client>();
  const [staying, setStaying] = useState(client.id);
  const write = useWrite({
    operation: "mergeClients",
    changes: ["clients", "appointments", "forms", "notes", "photos", "wallet", "sales"],
    run: ({ stays, goes }: { stays: Client; goes: Client }, { idempotencyKey }) =>
      api.clients.merge({
        path: { business, client: stays.id },
        body: { from_client_id: goes.id },
        ifMatch: stays.version,
        idempotencyKey,
      }),
  });
  const [stays, goes] = staying === client.id ? [client, other] : [other, client];
  const merge = async () => {
    if (stays === undefined || goes === undefined) return;
    if ((await write.send({ stays, goes })) === undefined) return;
    notifications.show({ message: t("merged") });
    onClose();
    await navigate({ to: `/${business}/clients/${stays.id}` as never, search: {} as never, replace: true });
  };
  return (
    <Dialog name="mergeClients" title={t("mergeTitle")} size="lg" isOpen onClose={onClose}>
      <Stack>
        <Text size="sm">{t("mergeHint")}</Text>
        <OtherClient
          but={client.id}
          chosen={other}
          onChoose={(chosen) => {
            setOther(chosen);
            setStaying(client.id);
          }}
        />
        {other === undefined && <Duplicates client={client} onChoose={setOther} />}
        {other !== undefined && (
          <SideBySide clients={[client, other]} staying={staying} onStaying={setStaying} />
        )}
        <ProblemNote error={write.error} onRetry={() => void merge()} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {shell("cancel")}
          </Button>
          <ActionButton
            operation="mergeClients"
            color="red"
            reason={other === undefined ? t("mergeOther") : undefined}
            loading={write.isSending}
            onClick={() => void merge()}
          >
            {t("mergeDo", { name: stays === undefined ? "…" : nameOf(stays) })}
          </ActionButton>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

function OtherClient({
  but,
  chosen,
  onChoose,
}: {
  readonly but: string;
  readonly chosen: Client | undefined;
  readonly onChoose: (client: Client | undefined) => void;
}) {
  const t = useText(clientsTexts);
  const { setTyped, found } = useClientSearch();
  const options = [...(chosen === undefined ? [] : [chosen]), ...found].filter(
    ({ id }, index, all) => id !== but && all.findIndex((each) => each.id === id) === index,
  );
  return (
    <Select
      label={t("mergeOther")}
      placeholder={t("searchHint")}
      data={options.map((each) => ({ value: each.id, label: clientLabel(each) }))}
      // Does not filter in the browser, because the server also matches fields that the options do not show.
      filter={({ options: all }) => all}
      searchable
      data-autofocus
      onSearchChange={setTyped}
      value={chosen?.id ?? null}
      onChange={(id) => onChoose(options.find((each) => each.id === id))}
    />
  );
}

function SideBySide({
  clients,
  staying,
  onStaying,
}: {
  readonly clients: readonly Client[];
  readonly staying: string;
  readonly onStaying: (id: string) => void;
}) {
  const t = useText(clientsTexts);
  const formats = useFormats();
  const shortDate = useShortDate();
  const rows = [
    [t("phone"), (each: Client) => each.phone_e164],
    [t("email"), (each: Client) => each.email],
    [t("alert"), (each: Client) => each.alert],
    [t("patchTest"), (each: Client) => each.patch_test_at && formats.shortDate(each.patch_test_at)],
    [t("visits"), (each: Client) => formats.number(each.visit_count)],
    [t("lastVisit"), (each: Client) => each.last_visit_at && shortDate(each.last_visit_at)],
    [t("clientSince"), (each: Client) => shortDate(each.created_at)],
  ] as const;
  return (
    <Stack gap="xs">
      <Radio.Group aria-label={t("mergeKeep")} value={staying} onChange={onStaying}>
        <Table layout="fixed" className="numbers">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="24%">{t("mergeKeep")}</Table.Th>
              {clients.map((each) => (
                <Table.Th key={each.id}>
                  <Radio
                    value={each.id}
                    label={nameOf(each)}
                    description={t(each.id === staying ? "mergeStays" : "mergeGoes")}
                  />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([label, read]) => (
              <Table.Tr key={label}>
                <Table.Th>{label}</Table.Th>
                {clients.map((each) => (
                  <Table.Td key={each.id}>{read(each) ?? t("none")}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Radio.Group>
      <Text size="sm" c="dimmed">
        {t("mergeRule")}
      </Text>
    </Stack>
  );
}
