import { zoneNamed } from "@daybook/engine";
import { teamTexts } from "@daybook/i18n/team";
import type { Appointment, StaffMember } from "@daybook/sdk";
import { Group, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { instantOfLocal, minutesOfTime } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { DateField } from "../../../ui/DateField.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { FieldGroup } from "../../../ui/FieldGroup.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { TimeField } from "../../../ui/TimeField.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { AffectedList } from "./AffectedList.tsx";
import { comingAppointments } from "./queries.ts";

const EMPTY = { from: "", to: "", isAllDay: true, timeFrom: "09:00", timeTo: "18:00", label: "" };

interface Span {
  readonly starts_at: string;
  readonly ends_at: string;
  readonly label: string | null;
}

/** Creates time off for a staff member. Before saving, lists the appointments in that time. */
export function TimeOffForm({
  member,
  timeZone,
}: {
  readonly member: StaffMember;
  readonly timeZone: string;
}) {
  const t = useText(teamTexts);
  const { id: business } = useBusiness();
  const form = useForm({ initialValues: EMPTY });
  const [affected, setAffected] = useState<readonly Appointment[]>([]);
  const write = useWrite({
    operation: "createTimeOff",
    changes: ["hours", "appointments"],
    onFields: ({ starts_at, ends_at }) => form.setErrors({ from: starts_at, to: ends_at }),
    run: async (
      { span, isChecked }: { readonly span: Span; readonly isChecked: boolean },
      { idempotencyKey },
    ) => {
      if (!isChecked) {
        const coming = await comingAppointments(business, member.id, member.location_ids);
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
      await api.staff.createTimeOff({ path: { business, staff: member.id }, body: span, idempotencyKey });
      return [];
    },
  });
  const save = async (isChecked: boolean) => {
    const span = spanOf(form.values, timeZone);
    if (span === undefined) return form.setFieldError("to", t("enterSpan"));
    const touched = await write.send({ span, isChecked });
    if (touched === undefined) return;
    setAffected(touched);
    if (touched.length === 0) form.reset();
  };
  const { isAllDay } = form.values;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save(false);
      }}
    >
      <FieldGroup title={t("addTimeOff")}>
        <Group align="flex-start">
          <DateField label={t("from")} {...form.getInputProps("from")} />
          {!isAllDay && <TimeField label={t("timeFrom")} {...form.getInputProps("timeFrom")} />}
          <DateField label={t("to")} {...form.getInputProps("to")} />
          {!isAllDay && <TimeField label={t("timeTo")} {...form.getInputProps("timeTo")} />}
        </Group>
        <Switch label={t("allDay")} {...form.getInputProps("isAllDay", { type: "checkbox" })} />
        <TextInput
          label={t("label")}
          placeholder={t("labelHint")}
          maxLength={200}
          maw={420}
          {...form.getInputProps("label")}
        />
        <ProblemNote error={write.error} onRetry={() => void save(false)} />
        <Group>
          <ActionButton operation="createTimeOff" type="submit" loading={write.isSending}>
            {t("addTimeOff")}
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
          operation="createTimeOff"
          write={write}
          onSave={() => void save(true)}
          onClose={() => setAffected([])}
        />
      </Dialog>
    </form>
  );
}

/**
 * Converts the form's values to a span; undefined while they are incomplete or the end is not after the start. Time off begins at
 * midnight of the first day or at a time on it, and ends at midnight after the last day or at a time on it.
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
