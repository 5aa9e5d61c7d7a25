import { findSlots, slotsJson } from "@daybook/engine";
import { timeAlternately } from "../alternately.ts";
import { micros, type Row } from "../table.ts";
import { bitsetFloor, sweepFloor } from "./floors.ts";
import { factsOf, monthOf, searchOf, wBerlin } from "./wBerlin.ts";
import { writerFloor } from "./writerFloor.ts";

/**
 * The pure engine on W-BERLIN: hours and taken time are there, everything else is done anew each time. The floors
 * answer the same instants and the same bytes, or this throws.
 */
export function engineRows(): Row[] {
  const one = monthOf(1);
  const fifty = monthOf(50);
  const sweep = sweepFloor(one, 0);
  const union = bitsetFloor(fifty, 50);
  const write = writerFloor(one.zone, one.fromAt, one.untilAt, {
    minutes: wBerlin.service_minutes,
    ...PIECES,
  });
  const searchOne = searchOf(one);
  const searchFifty = searchOf(fifty);
  const textOf = () => {
    const slots = findSlots(factsOf(one), searchOne);
    return slotsJson(
      one.zone,
      slots,
      () => [PIECES],
      () => "[]",
    );
  };
  mustBeEqual(findSlots(factsOf(one), searchOne).starts, [...sweep()]);
  mustBeEqual(findSlots(factsOf(fifty), searchFifty).starts, [...union()]);
  mustBeEqual(textOf(), write(sweep()));
  return [
    row("engine: 1 staff × 31 days", 6, () => findSlots(factsOf(one), searchOne), "sorted sweep", sweep),
    row(
      "engine: any of 50 × 31 days",
      6,
      () => findSlots(factsOf(fifty), searchFifty),
      "bitset union",
      union,
    ),
    row("engine: 1 × 31 days as JSON text", 3, textOf, "sweep + tables", () => write(sweep())),
  ];
}

const PIECES = {
  idsJson:
    '"service_id":"0198f3a0-0000-7000-8000-000000000001","staff_id":"0198f3a0-0000-7000-8000-000000000002"',
  detailsJson: '"duration_minutes":30,"price":{"amount":4500,"currency":"EUR"}',
};

function row(work: string, most: number, ours: () => unknown, name: string, reference: () => unknown): Row {
  const { oursMicros, referenceMicros } = timeAlternately(ours, reference);
  const ratio = oursMicros / referenceMicros;
  return {
    work,
    ours: micros(oursMicros),
    reference: `${name} ${micros(referenceMicros)}`,
    ratio,
    bar: `≤ ${most}×`,
    isMet: ratio <= most,
  };
}

function mustBeEqual(ours: unknown, reference: unknown): void {
  if (JSON.stringify(ours) !== JSON.stringify(reference))
    throw new Error("ours and the reference do not answer the same");
}
