import { teamTexts } from "@daybook/i18n/team";
import { ActionIcon, Button, Group, Stack, Text } from "@mantine/core";
import { useFormats, useText } from "../../base/language.tsx";
import { DateField } from "../DateField.tsx";
import { Icon } from "../Icon.tsx";
import type { ExceptionDraft } from "./draft.ts";
import classes from "./hours.module.css";
import { IntervalFields, type Place } from "./IntervalFields.tsx";

/** Edits the days whose hours differ from the weekly hours, such as holidays. */
export function ExceptionsEditor({
  exceptions,
  places,
  onChange,
}: {
  readonly exceptions: readonly ExceptionDraft[];
  readonly places: readonly Place[];
  readonly onChange: (exceptions: readonly ExceptionDraft[]) => void;
}) {
  const t = useText(teamTexts);
  const formats = useFormats();
  const set = (index: number, patch: Partial<ExceptionDraft>) =>
    onChange(exceptions.map((each, at) => (at === index ? { ...each, ...patch } : each)));
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <h2 style={{ margin: 0, fontSize: "1rem" }}>{t("exceptions")}</h2>
        <Button variant="default" onClick={() => onChange([...exceptions, { date: "", intervals: [] }])}>
          {t("addException")}
        </Button>
      </Group>
      {exceptions.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("noExceptions")}
        </Text>
      ) : (
        <div className="surface">
          {exceptions.map(({ date, intervals }, index) => {
            const day = date === "" ? t("exceptionDate", { number: index + 1 }) : formats.day(date);
            const isRepeated =
              date !== "" && exceptions.some((other, at) => at < index && other.date === date);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the user edits the date, so it cannot be the key.
              <fieldset key={index} className={classes.day} aria-label={day}>
                <DateField
                  aria-label={t("exceptionDate", { number: index + 1 })}
                  value={date}
                  error={isRepeated && t("sameDate")}
                  onChange={(date) => set(index, { date })}
                />
                <IntervalFields
                  day={day}
                  intervals={intervals}
                  places={places}
                  onChange={(changed) => set(index, { intervals: changed })}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={t("removeException", { day })}
                  onClick={() => onChange(exceptions.filter((_, at) => at !== index))}
                >
                  <Icon name="close" size={18} />
                </ActionIcon>
              </fieldset>
            );
          })}
        </div>
      )}
    </Stack>
  );
}
