import { dayAt } from "@daybook/engine";
import type { PlannedVisit } from "./chair.ts";
import { chanceOf } from "./chance.ts";
import type { Person } from "./people.ts";
import type { DemoSalon } from "./salon.ts";

/** A visit with whoever comes. */
export interface Outing {
  readonly visit: PlannedVisit;
  readonly person: Person;
}

/** Says who comes to each visit, earliest first: loyal people oftener, and nobody again within four days. */
export function inviteGuests(
  salon: DemoSalon,
  visits: readonly PlannedVisit[],
  people: readonly Person[],
): Outing[] {
  const chance = chanceOf("guests");
  const lastDay = new Map<Person, number>();
  const bySex = Map.groupBy(people, ({ sex }) => sex);
  const inOrder = visits.toSorted((one, other) => one.startsAt - other.startsAt);
  return inOrder.flatMap((visit) => {
    const only = visit.items.map(({ service }) => service.only).find((sex) => sex !== undefined);
    const asked = only === undefined ? people : (bySex.get(only) ?? []);
    const day = dayAt(salon.zone, visit.startsAt);
    for (let attempt = 1; attempt <= 20; attempt++) {
      const person = chance.weighted(asked, ({ loyalty }) => loyalty);
      if (day - (lastDay.get(person) ?? Number.NEGATIVE_INFINITY) < 4) continue;
      lastDay.set(person, day);
      return [{ visit, person }];
    }
    return [];
  });
}
