import { waitlistTexts } from "@daybook/i18n/waitlist";
import { ActionIcon, Button, Chip, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "../../../base/language.tsx";
import { DateField } from "../../../ui/DateField.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { TimeField } from "../../../ui/TimeField.tsx";
import { EVERY_DAY, newWindow, type WindowDraft } from "./draft.ts";
import { useEntryText } from "./useEntryText.ts";
import classes from "./Waitlist.module.css";

const MAX_WINDOWS = 5;

/** Shows the fields for up to five windows: dates, weekdays and times of day. */
export function WindowFields({
  windows,
  today,
  errors,
  onChange,
}: {
  readonly windows: readonly WindowDraft[];
  readonly today: string;
  readonly errors: Readonly<Record<string, ReactNode>>;
  readonly onChange: (windows: readonly WindowDraft[]) => void;
}) {
  const t = useText(waitlistTexts);
  const text = useEntryText();
  const set = (at: number, patch: Partial<WindowDraft>) =>
    onChange(windows.map((window, index) => (index === at ? { ...window, ...patch } : window)));
  return (
    <Stack gap="sm">
      {windows.map((window, index) => {
        const number = index + 1;
        const error = (field: string) => errors[`windows.${index}.${field}`];
        return (
          <fieldset key={window.key} className={classes.window} aria-label={t("window", { number })}>
            {windows.length > 1 && (
              <div className={classes.windowHead}>
                <span>{t("window", { number })}</span>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={28}
                  aria-label={t("removeWindow", { number })}
                  onClick={() => onChange(windows.filter((each) => each !== window))}
                >
                  <Icon name="close" size={16} />
                </ActionIcon>
              </div>
            )}
            <div className={classes.pair}>
              <DateField
                label={t("from")}
                value={window.from}
                error={error("from")}
                onChange={(from) => set(index, { from, ...(window.to < from ? { to: from } : {}) })}
              />
              <DateField
                label={t("until")}
                value={window.to}
                error={error("to")}
                onChange={(to) => set(index, { to })}
              />
            </div>
            <Chip.Group
              multiple
              value={window.weekdays.map(String)}
              onChange={(days) => set(index, { weekdays: days.map(Number) })}
            >
              <fieldset className={classes.days} aria-label={t("weekdays")}>
                {EVERY_DAY.map((day) => (
                  <Chip key={day} value={String(day)} size="sm" variant="light" icon={null}>
                    {text.weekday(day)}
                  </Chip>
                ))}
              </fieldset>
            </Chip.Group>
            <div className={classes.pair}>
              <TimeField
                label={t("earliest")}
                value={window.starts}
                error={error("starts")}
                onChange={(starts) => set(index, { starts })}
              />
              <TimeField
                label={t("latest")}
                value={window.ends}
                error={error("ends")}
                onChange={(ends) => set(index, { ends })}
              />
            </div>
          </fieldset>
        );
      })}
      {windows.length < MAX_WINDOWS && (
        <Group>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => onChange([...windows, newWindow(today)])}
          >
            {t("addWindow")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
