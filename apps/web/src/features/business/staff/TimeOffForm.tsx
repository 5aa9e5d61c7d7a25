import { DAY, zoneNamed } from "@daybook/engine";
import { shellTexts } from "@daybook/i18n/shell";
import { teamTexts } from "@daybook/i18n/team";
import type { Appointment, StaffMember } from "@daybook/sdk";
import { Button, Group, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useNow } from "../../../base/businessTime.ts";
import { instantOfLocal, localTimeOf, minutesOfTime } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { DateField } from "../../../ui/DateField.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { FieldGroup } from "../../../ui/FieldGroup.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { TimeField } from "../../../ui/TimeField.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { AffectedList } from "./AffectedList.tsx";
import { comingAppointments, type StaffHours } from "./queries.ts";
import classes from "./team.module.css";

const EMPTY = { from: "", to: "", isAllDay: true, timeFrom: "09:00", timeTo: "18:00", label: "" };

interface Span {
  readonly starts_at: string;
  readonly ends_at: string;
  readonly label: string | null;
}

/** Creates or changes a staff member's time off. Before saving, lists the appointments in that time. */
export function TimeOffForm({
  member,
  timeZone,
  timeOff,
  onDone,
}: {
  readonly member: StaffMember;
  readonly timeZone: string;
  /** The time off to change; absent to create one. */
  readonly timeOff?: StaffHours["time_off"][number];
  readonly onDone?: () => void;
}) {
  const t = useText(teamTexts);
  const shell = useText(shellTexts);
  const { id: business } = useBusiness();
  const now = useNow();
  const form = useForm({ initialValues: timeOff === undefined ? EMPTY : valuesOf(timeOff, timeZone) });
  const operation = timeOff === undefined ? "createTimeOff" : "updateTimeOff";
  const [affected, setAffected] = useState<readonly Appointment[]>([]);
  const write = useWrite({
    operation,
    changes: ["hours", "appointments"],
    onFields: ({ starts_at, ends_at }) => form.setErrors({ from: starts_at, to: ends_at }),
    run: async (
      { span, isChecked }: { readonly span: Span; readonly isChecked: boolean },
      { idempotencyKey },
    ) => {
      if (!isChecked) {
        const coming = await comingAppointments(business, member.id, member.location_ids, now());
        const touched = coming.filter(({ items }) =>
          items.some(
            (item) =>
              item.staff_id === member.id &&
              Date.parse(item.starts_at) < Date.parse(span.ends_at) &&
              Date.parse(span.starts_at) < Date.parse(item.ends_at),
          ),
        );
        if (touched.length > 0) return touched;
      }
      const path = { business, staff: member.id };
      if (timeOff === undefined) await api.staff.createTimeOff({ path, body: span, idempotencyKey });
      else
        await api.staff.updateTimeOff({
          path: { ...path, time_off: timeOff.id },
          body: span,
          ifMatch: timeOff.version,
          idempotencyKey,
        });
      return [];
    },
  });
  const save = async (isChecked: boolean) => {
    const span = spanOf(form.values, timeZone);
    if (span === undefined) return form.setFieldError("to", t("enterSpan"));
    const touched = await write.send({ span, isChecked });
    if (touched === undefined) return;
    setAffected(touched);
    if (touched.length > 0) return;
    form.reset();
    onDone?.();
  };
  const { isAllDay } = form.values;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save(false);
      }}
    >
      <FieldGroup title={t(timeOff === undefined ? "addTimeOff" : "changeTimeOff")} isCard>
        <div className={classes.span}>
          <DateField label={t("from")} {...form.getInputProps("from")} />
          {!isAllDay && <TimeField label={t("timeFrom")} {...form.getInputProps("timeFrom")} />}
          <DateField label={t("to")} {...form.getInputProps("to")} />
          {!isAllDay && <TimeField label={t("timeTo")} {...form.getInputProps("timeTo")} />}
        </div>
        <Switch label={t("allDay")} {...form.getInputProps("isAllDay", { type: "checkbox" })} />
        <TextInput
          label={t("label")}
          placeholder={t("labelHint")}
          maxLength={200}
          {...form.getInputProps("label")}
        />
        <ProblemNote error={write.error} onRetry={() => void save(false)} />
        <Group justify="flex-end">
          {onDone !== undefined && (
            <Button variant="default" onClick={onDone}>
              {shell("cancel")}
            </Button>
          )}
          <ActionButton operation={operation} type="submit" loading={write.isSending}>
            {t(timeOff === undefined ? "addTimeOff" : "saveTimeOff")}
          </ActionButton>
        </Group>
      </FieldGroup>
      <Dialog
        name="timeOffAffected"
        title={t("affectedTimeOff", { count: affected.length })}
        isOpen={affected.length > 0}
        onClose={() => setAffected([])}
      >
        <AffectedList
          appointments={affected}
          operation={operation}
          write={write}
          onSave={() => void save(true)}
          onClose={() => setAffected([])}
        />
      </Dialog>
    </form>
  );
}

/** Returns the form's values for time off. The time off is all-day if it begins and ends at midnight. */
function valuesOf({ starts_at, ends_at, label }: Span, timeZone: string): typeof EMPTY {
  const [from, to] = [localTimeOf(timeZone, starts_at), localTimeOf(timeZone, ends_at)];
  const isAllDay = from.minutes === 0 && to.minutes === 0;
  const timeOf = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  return {
    from: from.date,
    // For time off that ends at midnight, the last day is the previous day.
    to: isAllDay ? new Date(Date.parse(to.date) - DAY).toISOString().slice(0, 10) : to.date,
    isAllDay,
    timeFrom: isAllDay ? EMPTY.timeFrom : timeOf(from.minutes),
    timeTo: isAllDay ? EMPTY.timeTo : timeOf(to.minutes),
    label: label ?? "",
  };
}

/**
 * Converts the form's values to a span; undefined if a value is missing or the end is not after the start. All-day time off begins at
 * midnight at the start of the first day and ends at midnight at the end of the last day.
 */
function spanOf(values: typeof EMPTY, timeZone: string): Span | undefined {
  const zone = zoneNamed(timeZone);
  const { isAllDay, from, to, label } = values;
  const starts = instantOfLocal(zone, from, isAllDay ? 0 : (minutesOfTime(values.timeFrom) ?? 0));
  const ends = instantOfLocal(
    zone,
    to === "" ? from : to,
    isAllDay ? 24 * 60 : (minutesOfTime(values.timeTo) ?? 0),
  );
  if (starts === undefined || ends === undefined || ends <= starts) return undefined;
  return {
    starts_at: new Date(starts).toISOString(),
    ends_at: new Date(ends).toISOString(),
    label: label.trim() === "" ? null : label.trim(),
  };
}
