import { MINUTE, zoneNamed } from "@daybook/engine";
import { calendarTexts } from "@daybook/i18n/calendar";
import { shellTexts } from "@daybook/i18n/shell";
import { ApiError, type Appointment } from "@daybook/sdk";
import { Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { servicesQuery } from "../../../base/catalogue.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import { refresh } from "../../../base/queries.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { ConflictNote } from "./ConflictNote.tsx";
import { type Line, ServiceLines, totalsOf } from "./ServiceLines.tsx";
import { wallMinutesAt } from "./times.ts";
import type { Calendar } from "./useCalendar.ts";
import { VersionChoice } from "./VersionChoice.tsx";

type Item = Appointment["items"][number];

interface Input {
  /** The version of the appointment that the user edited. */
  readonly on: Appointment;
  readonly startsAt: number;
  readonly lines: readonly Line[];
  readonly force: boolean;
  readonly notifiesClient: boolean;
}

/**
 * Changes the services and staff members of a booked appointment. If another user changes the appointment during editing,
 * shows both versions for the user to choose from.
 */
export function ItemsForm({
  appointment,
  calendar,
  onDone,
}: {
  readonly appointment: Appointment;
  readonly calendar: Calendar;
  readonly onDone: () => void;
}) {
  const t = useText(calendarTexts);
  const shell = useText(shellTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const { data: services = [] } = useQuery(servicesQuery(business));
  const [base, setBase] = useState(appointment);
  const [initial] = useState(() => linesOf(appointment.items));
  const [lines, setLines] = useState<readonly Line[]>(initial);
  const [startsAt, setStartsAt] = useState(() => Date.parse(appointment.starts_at));
  const [notifiesClient, setNotifiesClient] = useState(true);
  const [errors, setErrors] = useState<Readonly<Record<string, unknown>>>({});
  const filled = lines.filter(({ serviceId }) => serviceId !== "");
  const write = useWrite({
    operation: "replaceAppointmentItems",
    changes: ["appointments", "sales"],
    onFields: setErrors,
    run: async (input: Input) => {
      const items = input.lines.map(({ key, serviceId, staffId }) => ({
        ...(input.on.items.some(({ id }) => id === key) ? { id: key } : {}),
        service_id: serviceId,
        staff_id: staffId,
      }));
      try {
        return await api.appointments.replaceItems({
          path: { business, appointment: appointment.id },
          body: {
            items,
            starts_at: new Date(input.startsAt).toISOString(),
            notify_client: input.notifiesClient,
            ...(input.force ? { force: true } : {}),
          },
          ifMatch: input.on.version,
        });
      } catch (error) {
        // Refetches the appointment, which contains the other user's change.
        if (error instanceof ApiError && error.code === "version_mismatch")
          await refresh(business, ["appointments"]);
        throw error;
      }
    },
  });
  const save = async ({ force = false, on = base } = {}) => {
    setErrors({});
    if (filled.length === 0) return setErrors({ items: t("chooseService") });
    const done = await write.send({ on, startsAt, lines: filled, force, notifiesClient });
    if (done !== undefined) onDone();
  };
  const zone = zoneNamed(appointment.time_zone);
  const nameOf = (id: string) => services.find((service) => service.id === id)?.name ?? "";
  const time = (at: number) => formats.time(wallMinutesAt(zone, at));
  const { minutes, price } = totalsOf(filled, services);
  const isConflict = write.error instanceof ApiError && write.error.code === "time_conflict";
  const isStale = write.error instanceof ApiError && write.error.code === "version_mismatch";
  return (
    <form
      aria-label={t("editItems")}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <UnsavedGuard isDirty={() => lines !== initial} keeps="open" keptValue={appointment.id} />
      <Stack>
        <ServiceLines
          calendar={calendar}
          services={services}
          lines={lines}
          errors={errors}
          onChange={setLines}
        />
        {filled.length > 0 && (
          <Group justify="space-between" className="numbers">
            <Text size="sm">
              {time(startsAt)}–{time(startsAt + minutes * MINUTE)} · {t("minutes", { count: minutes })}
            </Text>
            {price !== undefined && <Text fw={600}>{formats.money(price)}</Text>}
          </Group>
        )}
        <Checkbox
          label={t("notifyClient")}
          checked={notifiesClient}
          onChange={(event) => setNotifiesClient(event.currentTarget.checked)}
        />
        {isStale && appointment.version !== base.version ? (
          <VersionChoice
            operation="replaceAppointmentItems"
            mine={`${time(startsAt)}, ${filled.map(({ serviceId }) => nameOf(serviceId)).join(", ")}`}
            theirs={`${time(Date.parse(appointment.starts_at))}, ${appointment.items.map(({ service_name }) => service_name).join(", ")}`}
            isSending={write.isSending}
            onMine={() => {
              setBase(appointment);
              void save({ on: appointment });
            }}
            onTheirs={onDone}
          />
        ) : isConflict ? (
          <ConflictNote
            error={write.error}
            calendar={calendar}
            onAlternative={(at) => {
              write.clear();
              setStartsAt(at);
            }}
          />
        ) : (
          <ProblemNote error={write.error} onRetry={() => void save()} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {shell("cancel")}
          </Button>
          {isConflict ? (
            <ActionButton
              operation="replaceAppointmentItems"
              color="red"
              loading={write.isSending}
              onClick={() => void save({ force: true })}
            >
              {t("bookAnyway")}
            </ActionButton>
          ) : (
            <ActionButton
              operation="replaceAppointmentItems"
              type="submit"
              loading={write.isSending}
              reason={isStale ? t("meanwhileTitle") : undefined}
            >
              {shell("save")}
            </ActionButton>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function linesOf(items: readonly Item[]): Line[] {
  return items.map(({ id, service_id, staff_id }) => ({ key: id, serviceId: service_id, staffId: staff_id }));
}
