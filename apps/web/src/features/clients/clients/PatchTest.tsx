import { dateOf, dayAt, localOf, patchTestWindow, zoneNamed } from "@daybook/engine";
import { clientsTexts } from "@daybook/i18n/clients";
import { useBusiness } from "../../../base/business.tsx";
import { useNow } from "../../../base/businessTime.ts";
import { useFormats, useText } from "../../../base/language.tsx";

/** Shows the date of the patch test, and the date from which or until which the client can book online. */
export function PatchTest({ date }: { readonly date: string | null }) {
  const t = useText(clientsTexts);
  const formats = useFormats();
  const { record } = useBusiness();
  const timeNow = useNow();
  if (date === null) return t("patchTestNone");
  const zone = zoneNamed(record.time_zone);
  const { fromAt, untilAt } = patchTestWindow(zone, date);
  const day = (at: number) => formats.shortDate(dateOf(dayAt(zone, at)));
  const now = timeNow();
  // Online booking opens 48 hours after the end of the test's day. If the clocks change during these hours, this is not midnight, so the
  // text includes the time of day.
  const { minute } = localOf(zone, fromAt);
  const opens = minute === 0 ? day(fromAt) : `${day(fromAt)}, ${formats.time(minute)}`;
  return (
    <>
      <div className="numbers">{formats.shortDate(date)}</div>
      <div>
        {now < fromAt
          ? t("patchTestOpens", { date: opens })
          : t(now < untilAt ? "patchTestOpen" : "patchTestExpired", { date: day(untilAt - 1) })}
      </div>
    </>
  );
}
