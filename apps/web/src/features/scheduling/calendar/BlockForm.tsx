import { MINUTE, zoneNamed } from "@daybook/engine";
import { calendarTexts } from "@daybook/i18n/calendar";
import { errorsTexts } from "@daybook/i18n/errors";
import { shellTexts } from "@daybook/i18n/shell";
import type { Block } from "@daybook/sdk";
import { Group, NumberInput, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { DateField } from "../../../ui/DateField.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { TimeField } from "../../../ui/TimeField.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { type BookingStart, instantOfInput } from "./bookingStart.ts";
import type { Calendar } from "./useCalendar.ts";

/** Creates or changes a block of a staff member's or room's time, for example for lunch, training or a repair. */
export function BlockForm({
  calendar,
  start,
  block,
  onDone,
}: {
  readonly calendar: Calendar;
  readonly start: BookingStart;
  /** The block to change; undefined for a new block. */
  readonly block?: Block;
  readonly onDone: () => void;
}) {
  const t = useText(calendarTexts);
  const shell = useText(shellTexts);
  const errors = useText(errorsTexts);
  const { id: business } = useBusiness();
  const { staff, rooms } = calendar;
  const form = useForm({
    initialValues: {
      subject_id: start.roomId ?? start.staffId ?? calendar.member?.id ?? "",
      date: start.date,
      time: start.time,
      minutes: start.minutes as number | string,
      label: block?.label ?? "",
    },
    validate: {
      subject_id: (id) => (id === "" ? errors("fieldRequired") : null),
      date: (date) => (date === "" ? errors("fieldRequired") : null),
      time: (time) => (time === "" ? errors("fieldRequired") : null),
    },
  });
  const operation = block === undefined ? "createBlock" : "updateBlock";
  const write = useWrite({
    operation,
    changes: ["blocks"],
    onFields: ({ staff_id, resource_id, ...others }) => {
      const subject = staff_id ?? resource_id;
      form.setErrors(subject === undefined ? others : { ...others, subject_id: subject });
    },
    run: ({ subject_id, date, time, minutes, label }: typeof form.values, { idempotencyKey }) => {
      const startsAt = instantOfInput(zoneNamed(calendar.timeZone), date, time) ?? 0;
      const isRoom = rooms.some(({ id }) => id === subject_id);
      const body = {
        ...(isRoom ? { resource_id: subject_id } : { staff_id: subject_id }),
        starts_at: new Date(startsAt).toISOString(),
        ends_at: new Date(startsAt + Number(minutes) * MINUTE).toISOString(),
        label: label.trim() === "" ? null : label.trim(),
      };
      if (block !== undefined) {
        const path = { business, block: block.id };
        return api.blocks.update({ path, body, ifMatch: block.version, idempotencyKey });
      }
      const location_id = calendar.location?.id ?? "";
      return api.blocks.create({ path: { business }, body: { ...body, location_id }, idempotencyKey });
    },
  });
  const save = async (values: typeof form.values) => {
    if ((await write.send(values)) !== undefined) onDone();
  };
  const members = staff.map(({ id, display_name }) => ({ value: id, label: display_name }));
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))}>
      <Stack>
        <Select
          label={t(rooms.length === 0 ? "staffMember" : "staffOrRoom")}
          data={
            rooms.length === 0
              ? members
              : [
                  { group: t("staffMembers"), items: members },
                  { group: t("rooms"), items: rooms.map(({ id, name }) => ({ value: id, label: name })) },
                ]
          }
          required
          withAsterisk={false}
          {...form.getInputProps("subject_id")}
        />
        <Group grow align="flex-start">
          <DateField label={t("date")} {...form.getInputProps("date")} />
          <TimeField label={t("time")} {...form.getInputProps("time")} />
        </Group>
        <NumberInput
          label={t("minutesLabel")}
          min={5}
          max={1440}
          step={15}
          {...form.getInputProps("minutes")}
          error={form.errors.ends_at}
        />
        <TextInput
          label={t("label")}
          placeholder={t("labelHint")}
          maxLength={200}
          {...form.getInputProps("label")}
        />
        <ProblemNote error={write.error} onRetry={() => void save(form.values)} />
        <ActionButton operation={operation} type="submit" loading={write.isSending}>
          {block === undefined ? t("blockTime") : shell("save")}
        </ActionButton>
      </Stack>
    </form>
  );
}
