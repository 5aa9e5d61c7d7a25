import { shellTexts } from "@daybook/i18n/shell";
import { ActionIcon, Popover, Skeleton } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useFormats, useText } from "../base/language.tsx";
import { readDate } from "../base/typedTimes.ts";
import { Icon } from "./Icon.tsx";
import { TypedInput, type TypedInputProps } from "./TypedInput.tsx";

const MonthPicker = lazy(() => import("./MonthPicker.tsx"));

/** Renders a field for a date (`YYYY-MM-DD`). The user types the date in the locale's format or picks the date in a calendar. */
export function DateField(props: TypedInputProps) {
  const t = useText(shellTexts);
  const { locale, shortDate } = useFormats();
  const [isPicking, setPicking] = useState(false);
  const { value, onChange } = props;
  return (
    <TypedInput
      {...props}
      read={(typed) => readDate(typed, locale)}
      write={shortDate}
      rightSection={
        <Popover opened={isPicking} onChange={setPicking} position="bottom-end" trapFocus returnFocus>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={t("pickDate")}
              aria-expanded={isPicking}
              onClick={() => setPicking(!isPicking)}
            >
              <Icon name="calendar" size={18} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <Suspense fallback={<Skeleton w={260} h={280} />}>
              <MonthPicker
                date={value === "" ? undefined : value}
                onPick={(picked) => {
                  setPicking(false);
                  onChange?.(picked);
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}
