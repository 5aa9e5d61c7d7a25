import type { Formats } from "@daybook/i18n";
import type { Texts } from "./language.ts";
import { clockText } from "./parts.tsx";

interface TimeFactsProps {
  readonly t: Texts;
  readonly formats: Formats;
  /** RFC 3339 date-times with the location's UTC offset. */
  readonly startsAt: string;
  readonly endsAt: string;
  /** The IANA name of the location's time zone. */
  readonly timeZone: string;
  readonly items: readonly {
    readonly service_id: string;
    readonly service_name: string;
    readonly staff_name: string;
    readonly price: { readonly amount: number; readonly currency: string };
  }[];
}

/**
 * Shows the day, the times, the time zone and the services of an appointment or an offer. The script hides the time zone if the visitor's
 * browser shows the same local time.
 */
export function TimeFacts({ t, formats, startsAt, endsAt, timeZone, items }: TimeFactsProps) {
  return (
    <>
      <p class="when">
        <strong>{formats.longDay(startsAt.slice(0, 10))}</strong>
        <span>
          {clockText({ formats }, startsAt)}–{clockText({ formats }, endsAt)}
        </span>
      </p>
      <p class="zone" data-zone={timeZone} data-at={startsAt}>
        {t("timesIn", { zone: timeZone.replaceAll("_", " ") })}
      </p>
      <ul>
        {items.map((item, index) => (
          <li key={`${item.service_id} ${index}`}>
            <span>
              {item.service_name}
              <span class="soft"> · {item.staff_name}</span>
            </span>
            <span>{formats.money(item.price)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
