import { findSlots, slotsJson } from "@daybook/engine";
import { timeAlternately } from "../alternately.ts";
import { micros, type Row } from "../table.ts";
import { referenceBitset, referenceSweep } from "./references.ts";
import { referenceWriter } from "./referenceWriter.ts";
import { factsOf, monthOf, searchOf, wBerlin } from "./wBerlin.ts";

/**
 * Measures the CPU time of the engine on the workload W-BERLIN, without the preparation of the working hours and
 * busy times. Throws if a reference implementation returns other instants or other bytes than the engine.
 */
export function engineRows(): Row[] {
  const one = monthOf(1);
  const fifty = monthOf(50);
  const sweep = referenceSweep(one, 0);
  const union = referenceBitset(fifty, 50);
  const write = referenceWriter(one.zone, one.fromAt, one.untilAt, {
    minutes: wBerlin.service_minutes,
    ...ITEM_JSON,
  });
  const searchOne = searchOf(one);
  const searchFifty = searchOf(fifty);
  const textOf = () => {
    const slots = findSlots(factsOf(one), searchOne);
    const { text } = slotsJson(
      one.zone,
      slots,
      () => [ITEM_JSON],
      () => "[]",
    );
    return `[${text}]`;
  };
  requireEqual(findSlots(factsOf(one), searchOne).starts, [...sweep()]);
  requireEqual(findSlots(factsOf(fifty), searchFifty).starts, [...union()]);
  requireEqual(textOf(), write(sweep()));
  return [
    row("engine: 1 staff × 31 days", 2.5, () => findSlots(factsOf(one), searchOne), "sorted sweep", sweep),
    row(
      "engine: any of 50 staff × 31 days",
      3,
      () => findSlots(factsOf(fifty), searchFifty),
      "bitset union",
      union,
    ),
    row("engine: 1 staff × 31 days as JSON", 3, textOf, "sweep + tables", () => write(sweep())),
  ];
}

const ITEM_JSON = {
  idsJson:
    '"service_id":"0198f3a0-0000-7000-8000-000000000001","staff_id":"0198f3a0-0000-7000-8000-000000000002"',
  detailsJson: '"duration_minutes":30,"price":{"amount":4500,"currency":"EUR"}',
};

function row(
  name: string,
  maxRatio: number,
  measured: () => unknown,
  referenceName: string,
  reference: () => unknown,
): Row {
  const { measuredMicros, referenceMicros } = timeAlternately(measured, reference);
  const ratio = measuredMicros / referenceMicros;
  return {
    name,
    result: micros(measuredMicros),
    reference: `${referenceName} ${micros(referenceMicros)}`,
    ratio,
    target: `≤ ${maxRatio}×`,
    isMet: ratio <= maxRatio,
  };
}

function requireEqual(result: unknown, reference: unknown): void {
  if (JSON.stringify(result) !== JSON.stringify(reference))
    throw new Error("the engine and the reference return different results");
}
