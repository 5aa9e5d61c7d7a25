import { MINUTE, zoneNamed } from "@daybook/engine";
import { calendarTexts } from "@daybook/i18n/calendar";
import { ApiError, type DataOf } from "@daybook/sdk";
import { Button, Group, Stack, Text } from "@mantine/core";
import { showNotification } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { servicesQuery } from "../../../base/catalogue.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import { phoneOf } from "../../../base/phone.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { AfterPaint } from "../../../ui/AfterPaint.tsx";
import { chooseTyped } from "../../../ui/chooseTyped.ts";
import { DateField } from "../../../ui/DateField.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { TimeField } from "../../../ui/TimeField.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { type BookingStart, instantOfInput, timeText } from "./bookingStart.ts";
import { type ChosenClient, ClientField } from "./ClientField.tsx";
import { ConflictNote } from "./ConflictNote.tsx";
import { FindTime } from "./FindTime.tsx";
import { type Series, SeriesFields } from "./SeriesFields.tsx";
import { type Line, ServiceLines, totalsOf } from "./ServiceLines.tsx";
import { dateAt, wallMinutesAt } from "./times.ts";
import { useBookingConflict } from "./useBookingConflict.ts";
import type { Calendar } from "./useCalendar.ts";
import type { Prefill } from "./usePrefill.ts";

interface Input {
  readonly client: ChosenClient;
  readonly startsAt: number;
  readonly lines: readonly Line[];
  /** Whether to book even if the time is not free. */
  readonly force: boolean;
  readonly series: Series | undefined;
}

type Recurring = DataOf<"post", "/businesses/{business}/appointments/recurring">;
/** The created appointments, and the dates on which a series has a conflict. */
type Booked = Pick<Recurring, "created" | "conflicts">;

/** Books a new appointment: client, services with staff members, time. A double click creates only one appointment. */
export function BookingForm({
  calendar,
  start,
  prefill,
  onDone,
}: {
  readonly calendar: Calendar;
  readonly start: BookingStart;
  readonly prefill: Prefill;
  readonly onDone: (id: string) => void;
}) {
  const t = useText(calendarTexts);
  const formats = useFormats();
  const { id: business, record } = useBusiness();
  const zone = zoneNamed(calendar.timeZone);
  const { data: services = [] } = useQuery(servicesQuery(business));
  const [client, setClient] = useState(prefill.client);
  const [lines, setLines] = useState<readonly Line[]>(
    prefill.lines ?? [{ key: "1", serviceId: "", staffId: start.staffId ?? calendar.member?.id ?? "" }],
  );
  const [date, setDate] = useState(start.date);
  const [time, setTime] = useState(start.time);
  const [series, setSeries] = useState<Series>();
  const [errors, setErrors] = useState<Readonly<Record<string, unknown>>>({});
  const [isFinding, setFinding] = useState(false);
  const isSaved = useRef(false);
  const firstService = useRef<HTMLInputElement>(null);
  const newClient = useRef<{ readonly text: string; readonly key: string } | undefined>(undefined);
  const startsAt = instantOfInput(zone, date, time);
  const filled = lines.filter(({ serviceId }) => serviceId !== "");
  const write = useWrite({
    operation: "bookAppointment",
    changes: ["appointments", "clients"],
    onFields: setErrors,
    run: async (
      { client: chosen, startsAt: at, lines: booked, force, series: repeated }: Input,
      { idempotencyKey },
    ): Promise<Booked> => {
      const clientId = chosen.kind === "known" ? chosen.client.id : await createClient(chosen);
      const body = {
        location_id: calendar.location?.id ?? "",
        client_id: clientId,
        starts_at: new Date(at).toISOString(),
        items: booked.map(({ serviceId, staffId }) => ({ service_id: serviceId, staff_id: staffId })),
      };
      if (repeated === undefined) {
        const single = { ...body, ...(force ? { force } : {}) };
        const appointment = await api.appointments.book({ path: { business }, body: single, idempotencyKey });
        return { created: [appointment], conflicts: [] };
      }
      const { everyWeeks, occurrences } = repeated;
      return api.appointments.bookRecurring({
        path: { business },
        body: { ...body, every_weeks: everyWeeks, occurrences },
        idempotencyKey,
      });
    },
  });
  const createClient = async (chosen: Extract<ChosenClient, { kind: "new" }>) => {
    const phone = await phoneOf(chosen.phone, record.country);
    const body = {
      first_name: chosen.first_name.trim(),
      ...(chosen.last_name.trim() === "" ? {} : { last_name: chosen.last_name.trim() }),
      ...(phone === undefined ? {} : { phone_e164: phone }),
    };
    // Keeps the idempotency key while the new client's data is unchanged. Booking again at another time or with `force` then
    // does not create the client twice.
    const text = JSON.stringify(body);
    if (newClient.current?.text !== text) newClient.current = { text, key: crypto.randomUUID() };
    const { key: idempotencyKey } = newClient.current;
    return (await api.clients.create({ path: { business }, body, idempotencyKey })).id;
  };
  const save = async (force = false) => {
    setErrors({});
    const missing = {
      ...(client === undefined ? { client_id: t("chooseClient") } : {}),
      ...(filled.length === 0 ? { items: t("chooseService") } : {}),
      ...(startsAt === undefined ? { starts_at: t("chooseTime") } : {}),
    };
    if (client === undefined || startsAt === undefined || filled.length === 0) return setErrors(missing);
    const booked = await write.send({ client, startsAt, lines: filled, force, series });
    if (booked === undefined) return;
    const [first] = booked.created;
    if (first === undefined) return setErrors({ starts_at: t("seriesNone") });
    if (series !== undefined) showBooked(booked);
    isSaved.current = true;
    onDone(first.id);
  };
  const showBooked = ({ created, conflicts }: Booked) => {
    const dates = conflicts.map(({ starts_at }) => formats.day(dateAt(zone, Date.parse(starts_at))));
    showNotification({
      withBorder: true,
      autoClose: dates.length === 0,
      message:
        dates.length === 0
          ? t("seriesBooked", { count: created.length })
          : t("seriesTaken", { dates: dates.join(", ") }),
    });
  };
  const moveTo = (at: number) => {
    write.clear();
    setDate(dateAt(zone, at));
    setTime(timeText(wallMinutesAt(zone, at)));
  };
  const { minutes, price } = totalsOf(filled, services);
  const isRefused = write.error instanceof ApiError && write.error.code === "time_conflict";
  const foreseen = useBookingConflict({
    locationId: calendar.location?.id,
    clientId: client?.kind === "known" ? client.client.id : undefined,
    startsAt,
    lines: filled,
  });
  const conflict = isRefused ? write.error : write.isSending || isSaved.current ? undefined : foreseen;
  return (
    <form
      onKeyDown={chooseTyped}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <UnsavedGuard
        isDirty={() => !isSaved.current && (client !== undefined || filled.length > 0)}
        keeps="new"
      />
      <Stack>
        <ClientField
          chosen={client}
          errors={errors}
          onChoose={(chosen) => {
            setClient(chosen);
            // Moves the focus to the service field, which the user fills in next.
            if (chosen?.kind === "known" && filled.length === 0) firstService.current?.focus();
          }}
        />
        <ServiceLines
          calendar={calendar}
          services={services}
          lines={lines}
          errors={errors}
          firstRef={firstService}
          onChange={setLines}
        />
        <AfterPaint>
          <Group grow align="flex-start">
            <DateField label={t("date")} value={date} error={errors.starts_at as string} onChange={setDate} />
            <TimeField label={t("time")} value={time} onChange={setTime} />
          </Group>
          <Button
            variant="default"
            leftSection={<Icon name="clock" size={18} />}
            disabled={filled.length === 0}
            aria-expanded={isFinding}
            onClick={() => setFinding(!isFinding)}
          >
            {t("findTime")}
          </Button>
          {isFinding && filled.length > 0 && (
            <FindTime
              calendar={calendar}
              lines={filled}
              from={date}
              onPick={(at, staffIds) => {
                moveTo(at);
                setLines(
                  filled.map((line, index) => ({ ...line, staffId: staffIds[index] ?? line.staffId })),
                );
                setFinding(false);
              }}
            />
          )}
          <SeriesFields series={series} errors={errors} onChange={setSeries} />
          {filled.length > 0 && startsAt !== undefined && (
            <Group justify="space-between" className="numbers">
              <Text size="sm">
                {formats.time(wallMinutesAt(zone, startsAt))}–
                {formats.time(wallMinutesAt(zone, startsAt + minutes * MINUTE))} ·{" "}
                {t("minutes", { count: minutes })}
              </Text>
              {price !== undefined && <Text fw={600}>{formats.money(price)}</Text>}
            </Group>
          )}
          {conflict !== undefined ? (
            <ConflictNote error={conflict} calendar={calendar} onAlternative={moveTo} />
          ) : (
            <ProblemNote error={write.error} onRetry={() => void save()} />
          )}
          {conflict === undefined ? (
            <ActionButton operation="bookAppointment" type="submit" loading={write.isSending}>
              {t("book")}
            </ActionButton>
          ) : (
            <ActionButton
              operation="bookAppointment"
              color="red"
              loading={write.isSending}
              onClick={() => void save(true)}
            >
              {t("bookAnyway")}
            </ActionButton>
          )}
        </AfterPaint>
      </Stack>
    </form>
  );
}
