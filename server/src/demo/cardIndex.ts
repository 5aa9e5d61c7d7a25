import { dayAt, instantOf, MINUTE } from "@daybook/engine";
import { createClient } from "../features/clients/clients/index.ts";
import type { Transaction } from "../platform/database/index.ts";
import { chanceOf } from "./chance.ts";
import type { Outing } from "./guests.ts";
import type { Life } from "./lives.ts";
import { named } from "./named.ts";
import type { Person } from "./people.ts";
import { type DemoSalon, OPENED_DAYS_AGO } from "./salon.ts";

/** So many people came over from the old card index on the day after the opening; the others came by themselves. */
const FROM_CARD_INDEX = 320;

/** Since when each person has a file: from the card index, or from half an hour before their first booking. */
export function whenKnown(
  { zone, today }: DemoSalon,
  people: readonly Person[],
  outings: readonly Outing[],
  lives: readonly Life[],
): ReadonlyMap<Person, number> {
  const copyingAt = instantOf(zone, today - OPENED_DAYS_AGO + 1, 9 * 60);
  const firstBookings = new Map<Person, number>();
  outings.forEach(({ person }, index) => {
    const { bookedAt } = lives[index] as Life;
    firstBookings.set(person, Math.min(bookedAt, firstBookings.get(person) ?? bookedAt));
  });
  return new Map(
    people.map((person, index) => {
      const first = firstBookings.get(person);
      const isNew = index >= FROM_CARD_INDEX && first !== undefined;
      return [person, isNew ? first - 30 * MINUTE : copyingAt + index * MINUTE];
    }),
  );
}

/** Nine in ten had an allergy test some days before their first visit that asks for one. A test to come is not known yet. */
export function patchTests(
  { zone, today }: DemoSalon,
  outings: readonly Outing[],
  knownSince: ReadonlyMap<Person, number>,
): ReadonlyMap<Person, number> {
  const chance = chanceOf("patch tests");
  const tests = new Map<Person, number>();
  const asked = new Set<Person>();
  for (const { visit, person } of outings) {
    const isAsked = visit.items.some(({ service }) => service.more?.requires_patch_test === true);
    if (!isAsked || asked.has(person)) continue;
    asked.add(person);
    const noonAt = instantOf(zone, dayAt(zone, visit.startsAt) - chance.whole(3, 10), 12 * 60);
    const at = Math.max(noonAt, named(knownSince, person) + 20 * MINUTE);
    if (chance.happens(0.9) && at < instantOf(zone, today, 0)) tests.set(person, at);
  }
  return tests;
}

/** Opens the file of somebody, with what they told. Answers its id. */
export async function writeDown(
  tx: Transaction,
  salon: DemoSalon,
  person: Person,
  now: number,
): Promise<string> {
  const answers = [
    ["Allergies and sensitivities", person.allergies],
    ["Drink", person.drink],
    ["May we show photos of your hair?", person.mayShowPhotos],
    ["Birthday", person.bornOn],
  ] as const;
  const given = answers.filter(([, answer]) => answer !== null);
  const { id } = await createClient(tx, {
    businessId: salon.businessId,
    createdBy: salon.ownerId,
    now,
    client: {
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      phone_e164: person.phone,
      alert: person.alert,
      custom_fields: Object.fromEntries(
        given.map(([label, answer]) => [named(salon.fieldIds, label), answer]),
      ),
      ...(person.isBlockedOnline ? { online_booking_blocked: true } : {}),
    },
  });
  return id;
}
