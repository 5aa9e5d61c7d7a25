import { calendarTexts } from "@daybook/i18n/calendar";
import type { Appointment } from "@daybook/sdk";
import { Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, Suspense, useState } from "react";
import { createPortal } from "react-dom";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { preloaded } from "../../../ui/preloaded.tsx";
import { useBlockedReason } from "../../../ui/useBlockedReason.ts";
import { startText } from "./bookingStart.ts";
import { type BlockChange, type Change, changesNothing, opposite, sendChange } from "./changes.ts";
import type { Column } from "./columns.ts";
import classes from "./GridActions.module.css";
import { MoveBanner } from "./MoveBanner.tsx";
import { appointmentQuery } from "./queries.ts";
import { clientName } from "./status.ts";
import { instantAt, wallMinutes } from "./times.ts";
import { useUndo } from "./undo.tsx";
import { useBlockMove } from "./useBlockMove.ts";
import type { Calendar } from "./useCalendar.ts";
import { useGridKeys } from "./useGridKeys.ts";
import { type Ghost, type Slot, useGridPointer } from "./useGridPointer.ts";

export const ChangeDialog = preloaded(() => import("./ChangeDialog.tsx"));

/** Handles all pointer and keyboard actions in the grid: open, book, block, move, resize, undo. */
export function GridActions({
  calendar,
  gridRef,
  onOpen,
  onBook,
}: {
  readonly calendar: Calendar;
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly onOpen: (id: string) => void;
  readonly onBook: (start: string) => void;
}) {
  const t = useText(calendarTexts);
  const { id: business } = useBusiness();
  const { columns, change, search } = calendar;
  const [ghost, setGhost] = useState<Ghost>();
  const [slot, setSlot] = useState<Slot>();
  const [chosen, setChosen] = useState<Change>();
  const offerUndo = useUndo();
  const moveBlock = useBlockMove();
  const cannotMove = useBlockedReason("rescheduleAppointment") !== undefined;
  // Reads the appointment by id, because the appointment may be on a date that the calendar does not show.
  const { data: moving } = useQuery({
    ...appointmentQuery(business, search.move ?? ""),
    enabled: search.move !== undefined,
    select: (found) => (found.id === search.move ? found : undefined),
  });

  const drop = (next: Change | BlockChange) => {
    setGhost(undefined);
    if (next.kind === "block") void moveBlock(next);
    else if (!changesNothing(next)) setChosen(next);
  };
  const pickSlot = (picked: Slot) => {
    const item = moving?.items[0];
    if (moving === undefined || item === undefined) return setSlot(picked);
    const startsAt = instantAt(picked.column.day, picked.startsMinutes);
    const staffId = picked.column.staff?.id ?? item.staff_id;
    drop({ kind: "move", appointment: moving, itemId: item.id, startsAt, staffId });
  };
  useGridPointer(gridRef, columns, {
    isDisabled: cannotMove,
    onGhost: setGhost,
    onDrop: drop,
    onSlot: pickSlot,
    onOpen,
  });
  const announcement = useGridKeys(gridRef, columns, {
    isDisabled: cannotMove,
    ghost,
    onGhost: setGhost,
    onDrop: drop,
    onOpen,
  });

  const done = (sent: Change, after: Appointment, notifiesClient: boolean) => {
    setChosen(undefined);
    if (search.move !== undefined) change({ move: undefined });
    const client = clientName(sent.appointment) || t("unknownClient");
    // If the undo arrives before the e-mail about the change is sent, the server discards the e-mail.
    const takeBack = async () => {
      const idempotencyKey = crypto.randomUUID();
      await sendChange(business, opposite(sent, after), { force: true, notifiesClient, idempotencyKey });
    };
    offerUndo(t(sent.kind === "move" ? "moved" : "resized", { client }), takeBack);
  };
  const start = ({ column: { day, staff, room }, startsMinutes, endsMinutes }: Slot, kind?: "block") =>
    startText({
      startsAt: instantAt(day, startsMinutes),
      staffId: staff?.id,
      minutes: endsMinutes - startsMinutes,
      ...(kind === undefined ? {} : { isBlock: true, roomId: room?.id }),
    });
  const body = gridRef.current?.querySelector<HTMLElement>("[data-body]");
  return (
    <>
      {moving !== undefined && (
        <MoveBanner appointment={moving} onCancel={() => change({ move: undefined })} />
      )}
      {body && ghost !== undefined && createPortal(<GhostCard ghost={ghost} />, body)}
      {body &&
        slot !== undefined &&
        createPortal(
          <Menu opened position="right-start" onClose={() => setSlot(undefined)} withinPortal trapFocus>
            <Menu.Target>
              <button
                type="button"
                tabIndex={-1}
                className={classes.slot}
                style={boundsOf(slot)}
                aria-label={t("kind")}
                data-slot=""
              />
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Label>
                <SlotTime slot={slot} />
              </Menu.Label>
              <Menu.Item leftSection={<Icon name="calendar" />} onClick={() => onBook(start(slot))}>
                {t("newAppointment")}
              </Menu.Item>
              <Menu.Item leftSection={<Icon name="block" />} onClick={() => onBook(start(slot, "block"))}>
                {t("blockTime")}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>,
          body,
        )}
      {chosen !== undefined && (
        <Suspense>
          <ChangeDialog
            change={chosen}
            calendar={calendar}
            onDone={done}
            onClose={() => setChosen(undefined)}
          />
        </Suspense>
      )}
      <div className="visually-hidden" aria-live="assertive">
        {announcement}
      </div>
    </>
  );
}

function SlotTime({ slot }: { readonly slot: Slot }) {
  const formats = useFormats();
  const { day, name } = slot.column;
  return `${formats.time(wallMinutes(day, slot.startsMinutes))}–${formats.time(wallMinutes(day, slot.endsMinutes))}, ${name}`;
}

/** Shows a preview of the dragged card at its new time. */
function GhostCard({ ghost }: { readonly ghost: Ghost }) {
  return (
    <div className={`${classes.ghost} numbers`} style={boundsOf(ghost)} data-ghost="">
      <SlotTime slot={ghost} />
    </div>
  );
}

function boundsOf({
  startsMinutes,
  endsMinutes,
  left,
  width,
}: {
  startsMinutes: number;
  endsMinutes: number;
  left: number;
  width: number;
  column: Column;
}) {
  return {
    top: `calc(${startsMinutes} * var(--minute))`,
    height: `calc(${Math.max(5, endsMinutes - startsMinutes)} * var(--minute))`,
    left,
    width,
  };
}
