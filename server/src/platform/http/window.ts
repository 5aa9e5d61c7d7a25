import { invalid } from "../../kernel/errors.ts";
import { instantOf } from "../../kernel/instants.ts";

/** The time window of a list query; an absent bound is null. Throws 422 if `to` is before `from`. */
export function windowOf(query: { readonly from?: string; readonly to?: string }): {
  readonly fromAt: number | null;
  readonly untilAt: number | null;
} {
  const fromAt = query.from === undefined ? null : instantOf(query.from);
  const untilAt = query.to === undefined ? null : instantOf(query.to);
  if (fromAt !== null && untilAt !== null) assertForwards(fromAt, untilAt);
  return { fromAt, untilAt };
}

/** Throws 422 for a window that ends before it starts; an empty window is valid. */
export function assertForwards(fromAt: number, untilAt: number): void {
  if (fromAt > untilAt) throw invalid({ path: "/to", message: "must not be before from" });
}
