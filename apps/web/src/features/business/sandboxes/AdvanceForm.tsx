import { zoneNamed } from "@daybook/engine";
import { sandboxTexts } from "@daybook/i18n/sandbox";
import { Group } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useBusiness } from "../../../base/business.tsx";
import { instantOfLocal, minutesOfTime, useShortInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { DateField } from "../../../ui/DateField.tsx";
import { TimeField } from "../../../ui/TimeField.tsx";

const MAX_YEARS = 2;

/**
 * Advances the test clock to a date and time in the business's time zone. `now` is the current time of the sandbox, and `onAdvance`
 * receives the new time, both in epoch milliseconds. The API allows advancing by at most two years per request.
 */
export function AdvanceForm({
  now,
  isBusy,
  onAdvance,
}: {
  readonly now: number;
  readonly isBusy: boolean;
  readonly onAdvance: (to: number) => Promise<void>;
}) {
  const t = useText(sandboxTexts);
  const { record } = useBusiness();
  const text = useShortInstantText(record.time_zone);
  const instantIn = ({ date, time }: { readonly date: string; readonly time: string }) => {
    const minutes = minutesOfTime(time);
    return minutes === undefined ? undefined : instantOfLocal(zoneNamed(record.time_zone), date, minutes);
  };
  const form = useForm({
    initialValues: { date: "", time: "09:00" },
    validate: (values) => {
      const to = instantIn(values);
      if (to === undefined || to <= now)
        return { date: t("enterLater", { when: text(new Date(now).toISOString()) }) };
      return to > new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() + MAX_YEARS)
        ? { date: t("tooFar") }
        : {};
    },
  });
  const send = async (values: typeof form.values) => {
    const to = instantIn(values);
    if (to !== undefined) await onAdvance(to);
  };
  return (
    <form onSubmit={form.onSubmit((values) => void send(values))} noValidate>
      <Group align="flex-start" gap="xs">
        <DateField label={t("date")} w={220} {...form.getInputProps("date")} />
        <TimeField label={t("time")} w={110} {...form.getInputProps("time")} />
        <ActionButton operation="advanceTestClock" type="submit" loading={isBusy} mt={25}>
          {t("advance")}
        </ActionButton>
      </Group>
    </form>
  );
}
