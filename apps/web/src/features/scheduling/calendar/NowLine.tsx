import { useEffect, useState } from "react";
import { useFormats } from "../../../base/language.tsx";
import classes from "./TimeGrid.module.css";
import { type LocalDay, minutesInto, wallMinutes } from "./times.ts";

/** A line at the current time, in the location's time zone instead of the browser's. */
export function NowLine({ day, isLabelled }: { readonly day: LocalDay; readonly isLabelled: boolean }) {
  const formats = useFormats();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const minutes = minutesInto(day, now);
  if (minutes < 0 || minutes >= day.minutes) return null;
  return (
    <li
      className={classes.now}
      aria-hidden="true"
      data-now=""
      style={{ top: `calc(${minutes} * var(--minute))` }}
    >
      {isLabelled && (
        <span className={`${classes.nowTime} numbers`}>
          {formats.time(Math.floor(wallMinutes(day, minutes)))}
        </span>
      )}
    </li>
  );
}
