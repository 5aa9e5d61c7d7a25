import { calendarTexts } from "@daybook/i18n/calendar";
import { ActionIcon, Button, Popover, SegmentedControl, Select, Skeleton, Tooltip } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense, useState } from "react";
import { useFormats, useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { StaffMenu } from "./StaffMenu.tsx";
import classes from "./Toolbar.module.css";
import { plusDays, weekStart } from "./times.ts";
import { type Calendar, stepped } from "./useCalendar.ts";
import { ViewMenu } from "./ViewMenu.tsx";
import type { View } from "./window.ts";

const MonthPicker = lazy(() => import("../../../ui/MonthPicker.tsx"));

/** Shows the calendar's controls in the top bar: date, view, staff and "New". */
export function Toolbar({
  calendar,
  onNew,
  onKeys,
}: {
  readonly calendar: Calendar;
  readonly onNew: () => void;
  readonly onKeys: () => void;
}) {
  const t = useText(calendarTexts);
  const formats = useFormats();
  const [isPicking, setPicking] = useState(false);
  const isNarrow = useMediaQuery("(max-width: 61.9375em)", false, { getInitialValueInEffect: false });
  const isCompact = useMediaQuery("(max-width: 79.9375em)", false, { getInitialValueInEffect: false });
  const isWide = useMediaQuery("(min-width: 100em)", false, { getInitialValueInEffect: false });
  const { change, date, view, views, today, staff, member } = calendar;
  const label =
    view === "month"
      ? formats.month(date)
      : view === "week"
        ? formats.dayRange(weekStart(date), plusDays(weekStart(date), 6))
        : isWide
          ? formats.longDay(date)
          : formats.day(date);
  const hasStaffChoice = view === "day" && staff.length > 3;
  const choices = staff.map(({ id, display_name }) => ({ value: id, label: display_name }));
  return (
    <div className={classes.bar}>
      {!isNarrow && (
        <Button
          variant="default"
          px="sm"
          onClick={() => change({ date: undefined })}
          disabled={date === today}
        >
          {t("today")}
        </Button>
      )}
      <Button.Group>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t(BACK[view])}
          onClick={() => change({ date: stepped(view, date, -1) })}
        >
          <Icon name="left" />
        </ActionIcon>
        <Popover opened={isPicking} onChange={setPicking} position="bottom" trapFocus>
          <Popover.Target>
            <button
              type="button"
              className={classes.date}
              onClick={() => setPicking(!isPicking)}
              aria-expanded={isPicking}
            >
              {label}
              <Icon name="down" size={16} />
            </button>
          </Popover.Target>
          <Popover.Dropdown>
            <Suspense fallback={<Skeleton w={260} h={280} />}>
              <MonthPicker
                date={date}
                onPick={(picked) => {
                  setPicking(false);
                  change({ date: picked });
                }}
              />
            </Suspense>
            {isNarrow && (
              <Button
                variant="default"
                fullWidth
                mt="xs"
                onClick={() => {
                  setPicking(false);
                  change({ date: undefined });
                }}
              >
                {t("today")}
              </Button>
            )}
          </Popover.Dropdown>
        </Popover>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t(FORWARD[view])}
          onClick={() => change({ date: stepped(view, date, 1) })}
        >
          <Icon name="right" />
        </ActionIcon>
      </Button.Group>
      <div className={classes.end}>
        {view === "week" && (
          <Select
            aria-label={t("staffMember")}
            data={choices}
            value={member?.id ?? null}
            onChange={(staff) => staff !== null && change({ staff })}
            className={classes.member ?? ""}
          />
        )}
        {hasStaffChoice && !isNarrow && <StaffMenu calendar={calendar} />}
        {view !== "month" && (
          <ViewMenu
            canPrint={view === "day" || view === "list"}
            staffOf={hasStaffChoice && isNarrow ? calendar : undefined}
            onKeys={onKeys}
          />
        )}
        {isCompact ? (
          <Select
            aria-label={t("view")}
            data={views.map((value) => ({ value, label: t(value) }))}
            value={view}
            onChange={(chosen) => change({ view: chosen ?? undefined })}
            w={isNarrow ? 98 : 116}
            rightSectionWidth={26}
            classNames={{ input: classes.view ?? "" }}
          />
        ) : (
          <SegmentedControl
            aria-label={t("view")}
            data={views.map((value) => ({ value, label: t(value) }))}
            value={view}
            onChange={(chosen) => change({ view: chosen })}
          />
        )}
        <Tooltip label={`${t("newAppointment")} (N)`}>
          <div>
            <ActionButton
              operation="bookAppointment"
              onClick={onNew}
              {...(isNarrow
                ? { px: "xs", "aria-label": t("newAppointment") }
                : { leftSection: <Icon name="plus" size={18} /> })}
            >
              {isNarrow ? <Icon name="plus" /> : t("new")}
            </ActionButton>
          </div>
        </Tooltip>
      </div>
    </div>
  );
}

const BACK = {
  day: "dayBefore",
  rooms: "dayBefore",
  list: "dayBefore",
  week: "weekBefore",
  month: "monthBefore",
} as const satisfies Record<View, string>;
const FORWARD = {
  day: "dayAfter",
  rooms: "dayAfter",
  list: "dayAfter",
  week: "weekAfter",
  month: "monthAfter",
} as const satisfies Record<View, string>;
