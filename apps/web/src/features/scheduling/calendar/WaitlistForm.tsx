import { calendarTexts } from "@daybook/i18n/calendar";
import { Button, Group, Stack, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { servicesQuery } from "../../../base/catalogue.ts";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { DateField } from "../../../ui/DateField.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { type ChosenClient, ClientField } from "./ClientField.tsx";
import { type Line, ServiceLines } from "./ServiceLines.tsx";
import { plusDays } from "./times.ts";
import type { Calendar } from "./useCalendar.ts";

const DEFAULT_DAYS = 14;

/** Adds an existing client to the location's waitlist with the chosen services, staff members and dates. */
export function WaitlistForm({
  calendar,
  onDone,
}: {
  readonly calendar: Calendar;
  readonly onDone: () => void;
}) {
  const t = useText(calendarTexts);
  const { id: business } = useBusiness();
  const { data: services = [] } = useQuery(servicesQuery(business));
  const [client, setClient] = useState<ChosenClient>();
  const [lines, setLines] = useState<readonly Line[]>([{ key: "1", serviceId: "", staffId: "" }]);
  const [from, setFrom] = useState(calendar.date);
  const [to, setTo] = useState(plusDays(calendar.date, DEFAULT_DAYS));
  const [note, setNote] = useState("");
  const [errors, setErrors] = useState<Readonly<Record<string, unknown>>>({});
  const write = useWrite({
    operation: "createWaitlistEntry",
    changes: ["waitlist"],
    onFields: setErrors,
    run: (clientId: string, { idempotencyKey }) =>
      api.post("/businesses/{business}/waitlist", {
        path: { business },
        body: {
          client_id: clientId,
          location_id: calendar.location?.id ?? "",
          items: lines
            .filter(({ serviceId }) => serviceId !== "")
            .map(({ serviceId, staffId }) => ({
              service_id: serviceId,
              staff_id: staffId === "" ? null : staffId,
            })),
          windows: [{ from, to }],
          note: note.trim() === "" ? null : note.trim(),
        },
        idempotencyKey,
      }),
  });
  const save = async () => {
    const isFilled = lines.some(({ serviceId }) => serviceId !== "");
    setErrors({
      ...(client?.kind === "known" ? {} : { client_id: t("chooseClient") }),
      ...(isFilled ? {} : { items: t("chooseService") }),
    });
    if (client?.kind !== "known" || !isFilled) return;
    if ((await write.send(client.client.id)) !== undefined) onDone();
  };
  return (
    <form
      aria-label={t("waitlistAdd")}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="sm">
        <ClientField chosen={client} errors={errors} onChoose={setClient} />
        <ServiceLines
          calendar={calendar}
          services={services}
          lines={lines}
          errors={errors}
          onChange={setLines}
        />
        <Group grow align="flex-start">
          <DateField
            label={t("waitlistFrom")}
            value={from}
            error={windowError(errors, "from")}
            onChange={setFrom}
          />
          <DateField label={t("waitlistTo")} value={to} error={windowError(errors, "to")} onChange={setTo} />
        </Group>
        <Textarea
          label={t("note")}
          autosize
          minRows={2}
          maxLength={2000}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <ProblemNote error={write.error} onRetry={() => void save()} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {t("waitlistCancel")}
          </Button>
          <ActionButton operation="createWaitlistEntry" type="submit" loading={write.isSending}>
            {t("waitlistSave")}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}

function windowError(errors: Readonly<Record<string, unknown>>, field: "from" | "to"): string {
  return errors[`windows.0.${field}`] as string;
}
