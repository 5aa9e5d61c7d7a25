import { sandboxTexts } from "@daybook/i18n/sandbox";
import { Group, Loader, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { testClockQuery } from "../../../base/businessTime.ts";
import { localTimeOf } from "../../../base/instants.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import { queryClient } from "../../../base/queries.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { AdvanceForm } from "./AdvanceForm.tsx";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const STEPS = [
  ["byHour", HOUR_MS],
  ["byDay", DAY_MS],
  ["byWeek", 7 * DAY_MS],
  ["byMonth", 30 * DAY_MS],
] as const;

/**
 * Shows the time of the sandbox in the business's time zone, and advances the test clock. The sandbox banner polls the clock
 * and so also updates this card.
 */
export function TestClockCard() {
  const t = useText(sandboxTexts);
  const formats = useFormats();
  const { id: business, record } = useBusiness();
  const { data: clock, error, refetch } = useQuery(testClockQuery(business));
  const write = useWrite({
    operation: "advanceTestClock",
    changes: [],
    run: (to: number, { idempotencyKey }) =>
      api.testClock.advance({
        path: { business },
        body: { to: new Date(to).toISOString() },
        idempotencyKey,
      }),
  });
  const advance = async (to: number) => {
    const started = await write.send(to);
    if (started !== undefined) queryClient.setQueryData(testClockQuery(business).queryKey, started);
  };
  if (clock === undefined) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  const text = (instant: string) => {
    const { date, minutes } = localTimeOf(record.time_zone, instant);
    return `${formats.longDay(date)}, ${formats.time(minutes)}`;
  };
  const isAdvancing = clock.advancing_to !== null;
  const now = Date.parse(clock.now);
  return (
    <section className="surface" style={{ padding: 16 }} aria-labelledby="test-clock">
      <Stack gap="sm">
        <h2 id="test-clock" style={{ margin: 0, fontSize: "1.0625rem" }}>
          {t("clock")}
        </h2>
        <div role="status">
          <Text fw={600} className="numbers">
            {text(clock.now)}
          </Text>
          <Group gap="xs" wrap="nowrap">
            {isAdvancing && <Loader size={14} />}
            <Text size="sm" c="dimmed">
              {clock.advancing_to === null
                ? t(now > Date.now() ? "ahead" : "real")
                : t("advancing", { when: text(clock.advancing_to) })}
            </Text>
          </Group>
        </div>
        <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
          <Text component="legend" size="sm" fw={600} mb={4}>
            {t("by")}
          </Text>
          <Group gap="xs">
            {STEPS.map(([key, ms]) => (
              <ActionButton
                key={key}
                operation="advanceTestClock"
                variant="default"
                loading={isAdvancing || write.isSending}
                onClick={() => void advance(now + ms)}
              >
                {t(key)}
              </ActionButton>
            ))}
          </Group>
        </fieldset>
        <AdvanceForm now={now} isBusy={isAdvancing || write.isSending} onAdvance={advance} />
        <ProblemNote error={write.error} />
      </Stack>
    </section>
  );
}
