import { dateOf, dayAt } from "@daybook/engine";
import { book, transition } from "../features/appointments/index.ts";
import type { Setup } from "../features/calendar/index.ts";
import { changeClient } from "../features/clients/index.ts";
import type { Transaction } from "../platform/database/index.ts";
import { patchTests, whenKnown, writeDown } from "./cardIndex.ts";
import { planDiary } from "./diary.ts";
import { inviteGuests, type Outing } from "./guests.ts";
import { type Life, lifeOf } from "./lives.ts";
import { named } from "./named.ts";
import { fiveHundredPeople, type Person } from "./people.ts";
import type { DemoSalon } from "./salon.ts";
import { countAnew } from "./statistics.ts";

/** Something that happened in the salon, and when. */
interface Moment {
  readonly at: number;
  readonly happen: () => Promise<void>;
}

/**
 * Lets three months happen in the order of their times: people are written down, book, are tested, come, or do not.
 * One after another, because a booking that is refused for a taken wash station then is the same one in every load.
 * Answers how many visits were booked.
 */
export async function liveThrough(
  tx: Transaction,
  setup: Setup,
  salon: DemoSalon,
  now: number,
): Promise<number> {
  const people = fiveHundredPeople(salon.today);
  const outings = inviteGuests(salon, planDiary(setup, salon), people);
  const lives = outings.map(({ visit }, index) => lifeOf(salon, visit, index, now));
  const knownSince = whenKnown(salon, people, outings, lives);
  const clientIds = new Map<Person, string>();
  const booked = { count: 0 };

  const moments = people.map((person): Moment => {
    const at = named(knownSince, person);
    return {
      at,
      happen: async () => {
        clientIds.set(person, await writeDown(tx, salon, person, at));
      },
    };
  });
  for (const [person, at] of patchTests(salon, outings, knownSince)) {
    moments.push({
      at,
      happen: async () => {
        const change = { patch_test_at: dateOf(dayAt(salon.zone, at)) };
        const clientId = named(clientIds, person);
        await changeClient(tx, { businessId: salon.businessId, clientId, now: at, ifMatch: null, change });
      },
    });
  }
  outings.forEach((outing, index) => {
    moments.push(...momentsOf(tx, setup, salon, outing, lives[index] as Life, clientIds, booked));
  });
  moments.sort((one, other) => one.at - other.at);
  for (const [index, moment] of moments.entries()) {
    // Without it the load takes six times as long (44 s instead of 7 s, measured on two busy cores).
    if (index === 500 || index === 3000) countAnew(tx);
    await moment.happen();
  }
  countAnew(tx);
  return booked.count;
}

/** The booking, and what came after it unless it was refused. */
function momentsOf(
  tx: Transaction,
  setup: Setup,
  salon: DemoSalon,
  { visit, person }: Outing,
  { bookedAt, status, source, steps }: Life,
  clientIds: ReadonlyMap<Person, string>,
  booked: { count: number },
): Moment[] {
  let appointmentId: string | undefined;
  const booking: Moment = {
    at: bookedAt,
    happen: async () => {
      const outcome = await book(tx, setup, {
        location_id: named(salon.placeIds, visit.place),
        client_id: named(clientIds, person),
        startsAt: visit.startsAt,
        items: visit.items.map(({ service, who }) => ({
          service_id: named(salon.serviceIds, service.name),
          staff_id: named(salon.staffIds, who),
        })),
        status,
        source,
        now: bookedAt,
      });
      if (outcome.outcome !== "booked") return;
      appointmentId = outcome.record.id;
      booked.count += 1;
    },
  };
  const changes = steps.map(
    ({ at, to, reason, cancelledBy }): Moment => ({
      at,
      happen: async () => {
        if (appointmentId === undefined) return;
        await transition(tx, setup, { appointmentId, ifMatch: null, to, reason, cancelledBy, now: at });
      },
    }),
  );
  return [booking, ...changes];
}
