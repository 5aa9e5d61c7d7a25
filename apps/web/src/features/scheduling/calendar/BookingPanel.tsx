import { calendarTexts } from "@daybook/i18n/calendar";
import { SegmentedControl, Stack } from "@mantine/core";
import { useState } from "react";
import { useText } from "../../../base/language.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { BlockForm } from "./BlockForm.tsx";
import { BookingForm } from "./BookingForm.tsx";
import { bookingStart } from "./bookingStart.ts";
import type { Calendar } from "./useCalendar.ts";
import { usePrefill } from "./usePrefill.ts";

/** The panel for a new appointment or block. Switching between the two keeps date, time and staff member. */
export default function BookingPanel({
  calendar,
  start,
}: {
  readonly calendar: Calendar;
  readonly start: string;
}) {
  const t = useText(calendarTexts);
  const given = bookingStart(start, calendar);
  const [isBlock, setBlock] = useState(given.isBlock);
  const prefill = usePrefill(calendar.search);
  const close = () => calendar.change({ new: undefined, client: undefined, rebook: undefined });
  return (
    <SidePanel title={t(isBlock ? "blockTime" : "newAppointment")} onClose={close}>
      <Stack key={start}>
        <SegmentedControl
          fullWidth
          aria-label={t("kind")}
          data={[
            { value: "appointment", label: t("appointment") },
            { value: "block", label: t("blockTime") },
          ]}
          value={isBlock ? "block" : "appointment"}
          onChange={(kind) => setBlock(kind === "block")}
        />
        {isBlock ? (
          <BlockForm calendar={calendar} start={given} onDone={close} />
        ) : (
          prefill !== undefined && (
            <BookingForm
              calendar={calendar}
              start={given}
              prefill={prefill}
              onDone={(id) =>
                calendar.change({ new: undefined, client: undefined, rebook: undefined, open: id })
              }
            />
          )
        )}
      </Stack>
    </SidePanel>
  );
}
