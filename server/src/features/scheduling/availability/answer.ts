import {
  type AppointmentItems,
  assignResources,
  dateOf,
  dayAt,
  durationOf,
  type EmptyReason,
  emptyReasons,
  type Facts,
  localText,
  offsetsOf,
  resourceInterval,
  type SlotItemJson,
  startOfDay,
} from "@daybook/engine";
import type { RunPiece } from "../../../platform/limits/index.ts";
import type { LocationSnapshot, SchedulingSnapshot } from "../snapshot/index.ts";
import type { Window } from "./query.ts";
import type { SearchedPart } from "./searchInParts.ts";
import { SlotPage, type SlotWriter } from "./slotPage.ts";

/** The format of a response: slots or counts per day, with or without the reasons for days without slots. */
export interface AnswerForm {
  readonly view: "slots" | "days";
  readonly explain: boolean;
}

interface DayCount {
  slots: number;
  readonly firstAt: number;
}

/** The response to an availability request, collected part by part and written as JSON (contract §4). */
export class AvailabilityAnswer {
  readonly #snapshot: SchedulingSnapshot;
  readonly #location: LocationSnapshot;
  readonly #window: Window;
  readonly #form: AnswerForm;
  readonly #page: SlotPage;
  readonly #countByDay = new Map<number, DayCount>();
  readonly #reasons: { date: string; reason: EmptyReason }[] = [];
  hasSlots = false;

  constructor(snapshot: SchedulingSnapshot, location: LocationSnapshot, window: Window, form: AnswerForm) {
    this.#snapshot = snapshot;
    this.#location = location;
    this.#window = window;
    this.#form = form;
    this.#page = new SlotPage(location.zone);
  }

  /**
   * Adds the slots of a part of the search and then the reasons for its days without slots, each in a separate turn of the fair
   * scheduler. Returns false if the response is full.
   */
  async add(run: RunPiece, part: SearchedPart): Promise<boolean> {
    const { starts } = part.slots;
    if (starts.length > 0) this.hasSlots = true;
    const isOpen = await run(() =>
      this.#form.view === "days" ? this.#count(starts) : this.#page.add(part.slots, this.#writer(part.facts)),
    );
    if (this.#form.explain) await run(() => this.#explain(part));
    return isOpen;
  }

  /** Returns the response body. `nextAt` is the first start after a window without slots; null for none. */
  body(nextAt: number | null): Buffer {
    const { zone } = this.#location;
    const instant = (at: number | null) => (at === null ? "null" : `"${localText(zone, at)}"`);
    const before = [
      `{"success":true,"data":{"location_id":${JSON.stringify(this.#location.id)}`,
      `"time_zone":${JSON.stringify(zone.name)}`,
      `"from":${instant(this.#window.fromAt)}`,
      `"to":${instant(this.#window.untilAt)}`,
    ];
    const after = [
      ...(this.#form.explain ? [`"explanations":${JSON.stringify(this.#reasons)}`] : []),
      `"next_available_at":${instant(nextAt)}`,
      `"next_from":${instant(this.#page.nextFromAt)}}}`,
    ];
    if (this.#form.view === "days") {
      const days = `"days":${JSON.stringify(this.#days())}`;
      return Buffer.from([...before, days, ...after].join(","));
    }
    return Buffer.concat([
      Buffer.from(`${before.join(",")},"slots":[`),
      ...this.#page.json,
      Buffer.from(`],${after.join(",")}`),
    ]);
  }

  #count(starts: readonly number[]): true {
    for (const at of starts) {
      const day = dayAt(this.#location.zone, at);
      const count = this.#countByDay.get(day);
      if (count === undefined) this.#countByDay.set(day, { slots: 1, firstAt: at });
      else count.slots += 1;
    }
    return true;
  }

  #days() {
    return daysOf(this.#location, this.#window).map((day) => {
      const count = this.#countByDay.get(day);
      return {
        date: dateOf(day),
        slots: count?.slots ?? 0,
        first: count === undefined ? null : localText(this.#location.zone, count.firstAt),
      };
    });
  }

  #explain({ facts, search, slots }: SearchedPart): void {
    const { zone } = this.#location;
    const served = new Set(slots.starts.map((at) => dayAt(zone, at)));
    const untilAt = this.#page.nextFromAt ?? Number.POSITIVE_INFINITY;
    const empty = daysOf(this.#location, search).filter(
      (day) => !served.has(day) && startOfDay(zone, day) < untilAt,
    );
    const reasons = emptyReasons(facts, search, empty);
    for (const day of empty) {
      this.#reasons.push({ date: dateOf(day), reason: reasons.get(day) as EmptyReason });
    }
  }

  #writer({ resources }: Facts): SlotWriter {
    const { services, currency } = this.#snapshot;
    return {
      items: (items: AppointmentItems): SlotItemJson[] =>
        items.map((item) => {
          const amount = services.get(item.serviceId)?.performers.get(item.staffId)?.priceAmount ?? 0;
          const price = JSON.stringify({ amount, currency });
          return {
            idsJson: `"service_id":"${item.serviceId}","staff_id":"${item.staffId}"`,
            detailsJson: `"duration_minutes":${durationOf(item.phases)},"price":${price}`,
          };
        }),
      resourceIds: (items, index, startsAt) => {
        const item = items[index] as AppointmentItems[number];
        const { from, until } = resourceInterval(item, offsetsOf(items)[index] as number);
        return JSON.stringify(
          assignResources(resources, item.needs, startsAt + from, startsAt + until).resourceIds,
        );
      },
    };
  }
}

/** Returns the day numbers of the local days that overlap a window. */
function daysOf({ zone }: LocationSnapshot, { fromAt, untilAt }: Window): number[] {
  const days: number[] = [];
  if (fromAt >= untilAt) return days;
  const last = dayAt(zone, untilAt - 1);
  for (let day = dayAt(zone, fromAt); day <= last; day++) {
    // Skips a local date that does not exist in the time zone.
    if (startOfDay(zone, day) < startOfDay(zone, day + 1)) days.push(day);
  }
  return days;
}
