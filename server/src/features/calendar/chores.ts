import { type Chore, clearAway } from "../../platform/chores/index.ts";
import type { Context } from "../../platform/context.ts";
import { releaseExpiredHolds } from "./releaseExpiredHolds.ts";

export function calendarChores(context: Context): Chore[] {
  const expiredHolds: Chore = {
    name: "expired holds",
    everyMs: 60_000,
    run: (signal) => clearAway(signal, (most) => releaseExpiredHolds(context, most)),
  };
  return [expiredHolds];
}
