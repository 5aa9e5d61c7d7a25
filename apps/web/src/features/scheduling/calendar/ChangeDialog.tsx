import { zoneNamed } from "@daybook/engine";
import { calendarTexts } from "@daybook/i18n/calendar";
import { shellTexts } from "@daybook/i18n/shell";
import { ApiError, type Appointment } from "@daybook/sdk";
import { Alert, Button, Checkbox, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { DialogActions } from "../../../ui/DialogActions.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { ConflictNote } from "./ConflictNote.tsx";
import { type Change, endsAtOf, itemOf, movesStart, sendChange } from "./changes.ts";
import { clientName } from "./status.ts";
import { dateAt, wallMinutesAt } from "./times.ts";
import type { Calendar } from "./useCalendar.ts";

/**
 * Shows the old and new time of a move or resize and asks for confirmation. If the start changes, asks whether to e-mail the
 * client. Lists conflicts if the time is not free.
 */
export default function ChangeDialog({
  change: first,
  calendar,
  onDone,
  onClose,
}: {
  readonly change: Change;
  readonly calendar: Calendar;
  readonly onDone: (change: Change, after: Appointment, notifiesClient: boolean) => void;
  readonly onClose: () => void;
}) {
  const t = useText(calendarTexts);
  const shell = useText(shellTexts);
  const { id: business } = useBusiness();
  const [change, setChange] = useState(first);
  const [notifiesClient, setNotifiesClient] = useState(true);
  // Whether another user has changed the appointment since the user began this change.
  const [isStale, setIsStale] = useState(false);
  const write = useWrite({
    operation: change.kind === "move" ? "rescheduleAppointment" : "resizeAppointment",
    changes: ["appointments"],
    run: async (
      { change: sent, ...options }: { change: Change; force: boolean; notifiesClient: boolean },
      { idempotencyKey },
    ) => {
      try {
        return await sendChange(business, sent, { ...options, idempotencyKey });
      } catch (error) {
        if (error instanceof ApiError && error.is("version_mismatch")) {
          const path = { business, appointment: sent.appointment.id };
          setChange({ ...sent, appointment: await api.appointments.get({ path }) });
          setIsStale(true);
        }
        throw error;
      }
    },
  });
  const send = async (force: boolean, sent = change) => {
    const after = await write.send({ change: sent, force, notifiesClient });
    if (after !== undefined) onDone(sent, after, notifiesClient);
  };
  const isMismatch = write.error instanceof ApiError && write.error.is("version_mismatch");
  const isTaken = write.error instanceof ApiError && write.error.code === "time_conflict";
  const operation = change.kind === "move" ? "rescheduleAppointment" : "resizeAppointment";
  return (
    <Dialog
      name="change"
      title={t(change.kind === "move" ? "moveTitle" : "resizeTitle")}
      size="sm"
      isOpen
      onClose={onClose}
    >
      <Stack>
        <Text fw={600}>{clientName(change.appointment) || t("unknownClient")}</Text>
        <OldAndNew change={change} calendar={calendar} />
        {isStale && (
          <Alert
            color="yellow"
            variant="light"
            icon={<Icon name="alert" />}
            title={t("changedMeanwhile")}
            role="alert"
          >
            {t("changedMeanwhileHint")}
          </Alert>
        )}
        {isTaken ? (
          <ConflictNote
            error={write.error}
            calendar={calendar}
            onAlternative={(startsAt) => {
              if (change.kind !== "move") return;
              // The alternative is a start time of the whole appointment, but the change moves one item. The item therefore moves by the
              // difference between the alternative and the appointment's start.
              const shift = startsAt - Date.parse(change.appointment.starts_at);
              const item = itemOf(change.appointment, change.itemId);
              write.clear();
              setChange({ ...change, startsAt: Date.parse(item.starts_at) + shift });
            }}
          />
        ) : (
          <ProblemNote error={isMismatch ? undefined : write.error} onRetry={() => void send(false)} />
        )}
        {movesStart(change) ? (
          <Checkbox
            label={t("notifyClient")}
            checked={notifiesClient}
            onChange={(event) => setNotifiesClient(event.currentTarget.checked)}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {t("noNotice")}
          </Text>
        )}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {shell("cancel")}
          </Button>
          {isTaken ? (
            <ActionButton
              operation={operation}
              color="red"
              loading={write.isSending}
              onClick={() => void send(true)}
            >
              {t("bookAnyway")}
            </ActionButton>
          ) : (
            <ActionButton
              operation={operation}
              loading={write.isSending}
              data-autofocus
              onClick={() => void send(false)}
            >
              {t(change.kind === "move" ? "doMove" : "doResize")}
            </ActionButton>
          )}
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

function OldAndNew({ change, calendar }: { readonly change: Change; readonly calendar: Calendar }) {
  const t = useText(calendarTexts);
  const formats = useFormats();
  const zone = zoneNamed(calendar.timeZone);
  const item = itemOf(change.appointment, change.itemId);
  const nameOf = (id: string) => calendar.staff.find((member) => member.id === id)?.display_name ?? "";
  const line = (startsAt: number, endsAt: number, staffId: string) =>
    `${formats.day(dateAt(zone, startsAt))}, ${formats.time(wallMinutesAt(zone, startsAt))}–${formats.time(wallMinutesAt(zone, endsAt))}, ${nameOf(staffId)}`;
  const oldStart = Date.parse(item.starts_at);
  return (
    <dl
      className="numbers"
      style={{ display: "grid", gridTemplateColumns: "auto 1fr", gap: "4px 12px", margin: 0 }}
    >
      <dt>{t("before")}</dt>
      <dd style={{ margin: 0, textDecoration: "line-through", color: "var(--db-ink-soft)" }}>
        {line(oldStart, Date.parse(item.ends_at), item.staff_id)}
      </dd>
      <dt>{t("after")}</dt>
      <dd style={{ margin: 0, fontWeight: 600 }}>
        {line(
          change.kind === "move" ? change.startsAt : oldStart,
          endsAtOf(change),
          change.kind === "move" ? change.staffId : item.staff_id,
        )}
      </dd>
    </dl>
  );
}
