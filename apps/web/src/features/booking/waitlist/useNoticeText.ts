import { waitlistTexts } from "@daybook/i18n/waitlist";
import { useText } from "../../../base/language.tsx";

/** Returns a function that formats a minimum notice in minutes, hours or days. */
export function useNoticeText(): (minutes: number) => string {
  const t = useText(waitlistTexts);
  return (minutes) => {
    if (minutes === 0) return t("noNotice");
    if (minutes % 1440 === 0) return t("days", { count: minutes / 1440 });
    if (minutes % 60 === 0) return t("hours", { count: minutes / 60 });
    return t("minutes", { count: minutes });
  };
}
