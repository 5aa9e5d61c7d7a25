import { addMonthsClamped, dateOf, dayOf, weekdayOf } from "@daybook/engine";
import type { FoundTimes } from "../server/findTimes.ts";
import type { Visit } from "../server/visit.ts";

interface Props {
  readonly visit: Pick<Visit, "t" | "formats">;
  readonly times: FoundTimes;
  readonly url: (date: string) => string;
}

/** Shows a month as a date grid (ARIA APG). Omits the weeks before today. The days are links. The script handles the arrow keys. */
export function MonthGrid({ visit: { t, formats }, times, url }: Props) {
  const { date, days, today, last } = times;
  const chosen = dayOf(date) ?? 0;
  const first = chosen - Number(date.slice(8)) + 1;
  const next = addMonthsClamped(first, 1);
  const slotsOn = new Map(days.map((day) => [day.date, day.slots]));
  const start = first - weekdayOf(first) + 1;
  const weeks = Array.from({ length: Math.ceil((next - start) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => start + week * 7 + weekday),
  ).filter((week) => week.some((day) => day >= (dayOf(today) ?? 0)));
  const turn = (day: number, key: "previousMonth" | "nextMonth", isOpen: boolean) =>
    isOpen ? (
      <a class="turn" href={url(dateOf(day))} aria-label={t(key)} data-turn={key}>
        {key === "nextMonth" ? "›" : "‹"}
      </a>
    ) : (
      <span class="turn" aria-hidden="true" />
    );
  return (
    <section class="month" aria-labelledby="month">
      <div class="months">
        {turn(Math.max(first - 1, dayOf(today) ?? 0), "previousMonth", first > (dayOf(today) ?? 0))}
        <h2 id="month" aria-live="polite">
          {formats.month(date)}
        </h2>
        {turn(next, "nextMonth", next <= (dayOf(last) ?? 0))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the APG's date grid is a table. */}
      <table role="grid" aria-labelledby="month">
        <thead>
          <tr>
            {(weeks[0] ?? []).map((day) => (
              <th scope="col" key={day}>
                {formats.weekday(dateOf(day))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const on = dateOf(day);
                const slots = slotsOn.get(on);
                const isOther = day < first || day >= next;
                if (isOther) return <td key={day} />;
                const label = `${formats.longDay(on)}, ${t("timesOnDay", { count: slots ?? 0 })}`;
                return (
                  <td key={day}>
                    {slots === undefined ? (
                      <span class="past">{Number(on.slice(8))}</span>
                    ) : (
                      <a
                        href={url(on)}
                        data-date={on}
                        class={slots === 0 ? "none" : "open"}
                        aria-label={label}
                        aria-current={on === date ? "date" : undefined}
                      >
                        {Number(on.slice(8))}
                      </a>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
