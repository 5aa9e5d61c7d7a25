import { invalid } from "../../kernel/errors.ts";
import { instantOf } from "../../kernel/instants.ts";

/** The stretch of time a list is asked for; an end that was not given is null. Throws 422 for one that runs backwards. */
export function windowOf(query: { readonly from?: string; readonly to?: string }): {
  readonly fromAt: number | null;
  readonly untilAt: number | null;
} {
  const fromAt = query.from === undefined ? null : instantOf(query.from);
  const untilAt = query.to === undefined ? null : instantOf(query.to);
  if (fromAt !== null && untilAt !== null) assertForwards(fromAt, untilAt);
  return { fromAt, untilAt };
}

/** Throws 422 for a window whose end lies before its start; an empty one is no mistake. */
export function assertForwards(fromAt: number, untilAt: number): void {
  if (fromAt > untilAt) throw invalid({ path: "/to", message: "must not lie before from" });
}
