import { menuTexts } from "@daybook/i18n/menu";
import { useText } from "../../../base/language.tsx";
import classes from "./PhaseBar.module.css";

export interface ServiceTimes {
  readonly buffer_before_minutes: number;
  readonly initial_minutes: number;
  readonly processing_minutes: number;
  readonly finishing_minutes: number;
  readonly buffer_after_minutes: number;
}

const PARTS = [
  ["buffer", "buffer_before_minutes"],
  ["work", "initial_minutes"],
  ["processing", "processing_minutes"],
  ["work", "finishing_minutes"],
  ["buffer", "buffer_after_minutes"],
] as const;

/** Draws the phases of a service to scale in the calendar's style: work filled, processing hatched, buffers outlined. */
export function PhaseBar({
  times,
  isLarge = false,
}: {
  readonly times: ServiceTimes;
  readonly isLarge?: boolean;
}) {
  const t = useText(menuTexts);
  const label = t("phases", {
    before: times.buffer_before_minutes,
    initial: times.initial_minutes,
    processing: times.processing_minutes,
    finishing: times.finishing_minutes,
    after: times.buffer_after_minutes,
  });
  return (
    <span className={classes.bar} role="img" aria-label={label} data-large={isLarge || undefined}>
      {PARTS.filter(([, field]) => times[field] > 0).map(([kind, field]) => (
        <span key={field} className={classes[kind]} style={{ flexGrow: times[field] }}>
          {isLarge ? times[field] : null}
        </span>
      ))}
    </span>
  );
}
