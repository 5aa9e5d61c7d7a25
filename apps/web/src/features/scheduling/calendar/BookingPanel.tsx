import { calendarTexts } from "@daybook/i18n/calendar";
import { SegmentedControl, Stack } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { BlockForm } from "./BlockForm.tsx";
import { BookingForm } from "./BookingForm.tsx";
import { bookingStart } from "./bookingStart.ts";
import type { Calendar } from "./useCalendar.ts";
import { usePrefill } from "./usePrefill.ts";
import { WaitingChoice } from "./WaitingChoice.tsx";

/** Shows the panel for a new appointment or block. Switching between appointment and block keeps the date, time and staff member. */
export default function BookingPanel({
  calendar,
  start,
  onBooked,
}: {
  readonly calendar: Calendar;
  readonly start: string;
  /** Called before the URL changes, so that the caller can close the panel immediately. */
  readonly onBooked: () => void;
}) {
  const t = useText(calendarTexts);
  const given = bookingStart(start, calendar);
  const [isBlock, setBlock] = useState(given.isBlock);
  const prefill = usePrefill(calendar, given.staffId);
  const { id: business } = useBusiness();
  const { waiting: entry = "" } = calendar.search;
  const link = useWrite({
    operation: "updateWaitlistEntry",
    changes: ["waitlist"],
    run: (id: string) =>
      api.patch("/businesses/{business}/waitlist/{entry}", {
        path: { business, entry },
        body: { appointment_id: id },
      }),
  });
  const ended = { new: undefined, client: undefined, rebook: undefined, waiting: undefined, with: undefined };
  const close = () => calendar.change(ended);
  const finish = async (id: string) => {
    if (entry !== "") await link.send(id);
    onBooked();
    calendar.change({ ...ended, open: id });
  };
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
            <>
              {entry === "" && calendar.search.rebook === undefined && (
                <WaitingChoice
                  calendar={calendar}
                  onChoose={({ id, client_id }) => calendar.change({ client: client_id, waiting: id })}
                />
              )}
              <BookingForm
                key={entry}
                calendar={calendar}
                start={given}
                prefill={prefill}
                onDone={(id) => void finish(id)}
              />
            </>
          )
        )}
      </Stack>
    </SidePanel>
  );
}
