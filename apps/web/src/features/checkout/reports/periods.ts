/** The periods that the user can choose with one click, relative to the location's local date. */
export const PERIODS = ["periodToday", "periodWeek", "periodMonth", "periodLastMonth", "periodYear"] as const;

export type Period = (typeof PERIODS)[number];

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Returns the first and last date of a period, both inclusive. Weeks begin on Monday. */
export function datesOf(period: Period, today: string): { readonly from: string; readonly to: string } {
  const at = new Date(`${today}T00:00:00Z`);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  switch (period) {
    case "periodToday":
      return { from: today, to: today };
    case "periodWeek": {
      const monday = at.getTime() - ((at.getUTCDay() + 6) % 7) * 86_400_000;
      return { from: dateOf(monday), to: today };
    }
    case "periodMonth":
      return { from: dateOf(Date.UTC(year, month, 1)), to: today };
    case "periodLastMonth":
      return { from: dateOf(Date.UTC(year, month - 1, 1)), to: dateOf(Date.UTC(year, month, 0)) };
    case "periodYear":
      return { from: dateOf(Date.UTC(year, 0, 1)), to: today };
  }
}
