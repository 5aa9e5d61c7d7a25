import { waitlistTexts } from "@daybook/i18n/waitlist";
import { useEffect, useReducer } from "react";
import { useNow } from "../../../base/businessTime.ts";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import classes from "./Waitlist.module.css";

const TICK_MS = 10_000;
const SOON_MINUTES = 15;

/** Shows the time until an offer expires, highlighted in the last 15 minutes. */
export function TimeLeft({ until }: { readonly until: string }) {
  const t = useText(waitlistTexts);
  const now = useNow();
  const [, update] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(update, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const minutes = Math.ceil((Date.parse(until) - now()) / 60_000);
  const text =
    minutes <= 0
      ? t("ending")
      : minutes < 60
        ? t("minutesLeft", { count: minutes })
        : minutes % 60 === 0
          ? t("fullHoursLeft", { hours: minutes / 60 })
          : t("hoursLeft", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  return (
    <span className={`${classes.left} numbers`} data-soon={minutes <= SOON_MINUTES || undefined}>
      <Icon name="clock" size={14} />
      {text}
    </span>
  );
}
