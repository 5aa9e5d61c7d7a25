import { invalid } from "../../kernel/errors.ts";

/** Throws 422 for a window that ends before it starts; an empty window is valid. */
export function assertForwards(fromAt: number, untilAt: number): void {
  if (fromAt > untilAt) throw invalid({ path: "/to", message: "must not be before `from`" });
}
