import { dateOf, dayAt, instantOf } from "@daybook/engine";
import { updateClient } from "../features/clients/clients/index.ts";
import { patchTests, whenKnown, writeDown } from "./cardIndex.ts";
import { chanceOf } from "./chance.ts";
import { counterMoments } from "./counter.ts";
import { planDiary } from "./diary.ts";
import { inviteGuests } from "./guests.ts";
import { askForConsent, COLOUR_CONSENT_SERVICES, CONSENT_DAYS_AGO } from "./houseRules.ts";
import { type Life, lifeOf } from "./lives.ts";
import { type Moment, unfold } from "./moments.ts";
import { named } from "./named.ts";
import { fiveHundredPeople, type Person } from "./people.ts";
import type { Sitting } from "./photographs.ts";
import type { Scene } from "./scene.ts";
import { countAnew } from "./statistics.ts";
import type { Story } from "./story.ts";
import { momentsOf } from "./visitMoments.ts";

/** What three months have come to. */
export interface Lived {
  readonly visits: number;
  /** Where photos were taken, which are still to be put into the files. */
  readonly sittings: readonly Sitting[];
}

/**
 * Lets three months happen in the order of their times: people are written down, book, are tested, come, sign, pay, or
 * do not. Bookings go one after another, because one that is refused for a taken wash station then is the same one in
 * every load.
 */
export async function liveThrough(scene: Scene, now: number): Promise<Lived> {
  const { tx, salon } = scene;
  const people = fiveHundredPeople(salon.today);
  const outings = inviteGuests(salon, planDiary(scene.setup, salon), people);
  const lives = outings.map(({ visit }, index) => lifeOf(salon, visit, index, now));
  const knownSince = whenKnown(salon, people, outings, lives);
  const testedAt = patchTests(salon, outings, knownSince);
  const clientIds = new Map<Person, string>();

  const moments = people.map((person): Moment => {
    const at = named(knownSince, person);
    const happen = async () => void clientIds.set(person, await writeDown(tx, salon, person, at));
    return { at, person, isAwaited: false, happen };
  });
  for (const [person, at] of testedAt) {
    const changes = { patch_test_at: dateOf(dayAt(salon.zone, at)) };
    const happen = async () => {
      const clientId = named(clientIds, person);
      await updateClient(tx, { businessId: salon.businessId, clientId, now: at, ifMatch: null, changes });
    };
    moments.push({ at, person, isAwaited: false, happen });
  }
  const stories = outings.map((outing, index): Story => {
    return { outing, index, life: lives[index] as Life, discount: 0 };
  });
  for (const story of stories) moments.push(...momentsOf(scene, story, { clientIds, testedAt }, now));
  moments.push(...counterMoments(scene, outings, now));
  moments.sort((one, other) => one.at - other.at);
  const consentAt = instantOf(salon.zone, salon.today - CONSENT_DAYS_AGO, 0);
  const [before = [], since = []] = partedAt(moments, consentAt);
  // Without it the load takes six times as long (44 s instead of 7 s, measured on two busy cores).
  for (const part of [before.slice(0, 500), before.slice(500, 3000), before.slice(3000)]) {
    await unfold(part);
    countAnew(tx);
  }
  await askForConsent(scene, consentAt);
  await unfold(since);
  countAnew(tx);
  const booked = stories.filter(({ visit }) => visit !== undefined);
  return { visits: booked.length, sittings: booked.flatMap(sittingOf) };
}

function partedAt(moments: readonly Moment[], at: number): Moment[][] {
  const since = moments.findIndex((moment) => moment.at >= at);
  return [moments.slice(0, since), moments.slice(since)];
}

/** One in eight who have left with a new colour was photographed, of those who were asked. */
function sittingOf({ outing, index, life, visit }: Story): Sitting[] {
  const { mayShowPhotos } = outing.person;
  const { startsAt, endsAt, items, dayOffset } = outing.visit;
  const isColour = items.some(({ service }) => COLOUR_CONSENT_SERVICES.includes(service.name));
  const isOver = dayOffset < 0 && life.steps.at(-1)?.to === "completed";
  if (visit === undefined || mayShowPhotos === null || !isColour || !isOver) return [];
  if (!chanceOf(`photo ${index}`).happens(1 / 8)) return [];
  const { id: appointmentId, clientId } = visit;
  return [{ clientId, appointmentId, startsAt, endsAt, mayBeShown: mayShowPhotos, index }];
}
