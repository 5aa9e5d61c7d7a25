import { MINUTE, zoneNamed } from "@daybook/engine";
import { calendarTexts } from "@daybook/i18n/calendar";
import { errorsTexts } from "@daybook/i18n/errors";
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

/** Blocks a staff member's time, for example for lunch, training or a delivery. */
export function BlockForm({
  calendar,
  start,
  onDone,
}: {
  readonly calendar: Calendar;
  readonly start: BookingStart;
  readonly onDone: () => void;
}) {
  const t = useText(calendarTexts);
  const errors = useText(errorsTexts);
  const { id: business } = useBusiness();
  const form = useForm({
    initialValues: {
      staff_id: start.staffId ?? calendar.member?.id ?? "",
      date: start.date,
      time: start.time,
      minutes: start.minutes as number | string,
      label: "",
    },
    validate: {
      date: (date) => (date === "" ? errors("fieldRequired") : null),
      time: (time) => (time === "" ? errors("fieldRequired") : null),
    },
  });
  const write = useWrite({
    operation: "createBlock",
    changes: ["blocks"],
    onFields: form.setErrors,
    run: ({ staff_id, date, time, minutes, label }: typeof form.values, { idempotencyKey }) => {
      const startsAt = instantOfInput(zoneNamed(calendar.timeZone), date, time) ?? 0;
      const body = {
        location_id: calendar.location?.id ?? "",
        staff_id,
        starts_at: new Date(startsAt).toISOString(),
        ends_at: new Date(startsAt + Number(minutes) * MINUTE).toISOString(),
        label: label.trim() === "" ? null : label.trim(),
      };
      return api.blocks.create({ path: { business }, body, idempotencyKey });
    },
  });
  const save = async (values: typeof form.values) => {
    if ((await write.send(values)) !== undefined) onDone();
  };
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))}>
      <Stack>
        <Select
          label={t("staffMember")}
          data={calendar.staff.map(({ id, display_name }) => ({ value: id, label: display_name }))}
          required
          withAsterisk={false}
          {...form.getInputProps("staff_id")}
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
        <ActionButton operation="createBlock" type="submit" loading={write.isSending}>
          {t("blockTime")}
        </ActionButton>
      </Stack>
    </form>
  );
}
