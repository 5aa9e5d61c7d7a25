import { dayOf, startOfDay, zoneNamed } from "@daybook/engine";
import { invalid } from "../../../kernel/errors.ts";
import { instantOf } from "../../../kernel/instants.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { assertForwards } from "../../../platform/http/window.ts";
import { businessRecord } from "../../business/businesses/index.ts";

/**
 * Converts the `from` and `to` of a list to bounds on `created_at`; an absent bound is null. A date means the whole local day in
 * the time zone of the business, because the list may contain payments of several locations. Throws `validation_failed` if `to` is
 * before `from`.
 */
export async function createdWindow(
  reader: Reader,
  businessId: string,
  { from, to }: { readonly from?: string; readonly to?: string },
): Promise<{ readonly fromAt: number | null; readonly untilAt: number | null }> {
  const [firstDay, lastDay] = [dayOf(from ?? ""), dayOf(to ?? "")];
  if (firstDay !== undefined && lastDay !== undefined && firstDay > lastDay)
    throw invalid({ path: "/to", message: "must not be before `from`" });
  const zone =
    firstDay === undefined && lastDay === undefined
      ? null
      : zoneNamed((await businessRecord(reader, businessId)).time_zone);
  const edgeOf = (text: string | undefined, day: number | undefined, daysLater: number) => {
    if (text === undefined) return null;
    return day === undefined || zone === null ? instantOf(text) : startOfDay(zone, day + daysLater);
  };
  const [fromAt, untilAt] = [edgeOf(from, firstDay, 0), edgeOf(to, lastDay, 1)];
  if (fromAt !== null && untilAt !== null) assertForwards(fromAt, untilAt);
  return { fromAt, untilAt };
}
