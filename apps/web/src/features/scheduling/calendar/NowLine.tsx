import { useEffect, useReducer } from "react";
import { useNow } from "../../../base/businessTime.ts";
import { useFormats } from "../../../base/language.tsx";
import classes from "./TimeGrid.module.css";
import { type LocalDay, minutesInto, wallMinutes } from "./times.ts";

interface Props {
  readonly day: LocalDay;
}

/** Draws a line at the current time in the location's time zone. */
export function NowLine({ day }: Props) {
  const minutes = useMinutesNow(day);
  if (minutes === undefined) return null;
  return (
    <li className={classes.now} aria-hidden="true" style={{ top: `calc(${minutes} * var(--minute))` }} />
  );
}

/** Shows the current time next to the line, in the column of hour labels. */
export function NowTime({ day }: Props) {
  const formats = useFormats();
  const minutes = useMinutesNow(day);
  if (minutes === undefined) return null;
  return (
    <span
      className={`${classes.nowTime} numbers`}
      data-now=""
      style={{ top: `calc(${minutes} * var(--minute))` }}
    >
      {formats.time(Math.floor(wallMinutes(day, minutes)))}
    </span>
  );
}

/** Returns the minutes since local midnight, updated every 30 seconds; undefined if the current time is not on `day`. */
function useMinutesNow(day: LocalDay): number | undefined {
  const now = useNow();
  const [, update] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(update, 30_000);
    return () => clearInterval(timer);
  }, []);
  const minutes = minutesInto(day, now());
  return minutes < 0 || minutes >= day.minutes ? undefined : minutes;
}
