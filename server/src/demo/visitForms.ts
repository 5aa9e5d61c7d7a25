import { instantOf, MINUTE } from "@daybook/engine";
import { chanceOf } from "./chance.ts";
import { COLOUR_CONSENT_SERVICES, CONSENT_DAYS_AGO } from "./houseRules.ts";
import type { Moment } from "./moments.ts";
import type { Scene } from "./scene.ts";
import { type FormsLink, HOME, handOut, sign, TABLET } from "./signing.ts";
import type { Beside, Clientele, Story } from "./story.ts";

/** So many days before their visit people are given the link to its forms. */
const LINKED_DAYS_AHEAD = 14;

/**
 * Who comes for colour signs at the desk on arriving, since the consent is asked for. Those who are to come got the link
 * yesterday evening, and some signed at home.
 */
export function formsOf(scene: Scene, story: Story, { testedAt }: Clientele, beside: Beside): Moment[] {
  const { visit, person } = story.outing;
  if (!visit.items.some(({ service }) => COLOUR_CONSENT_SERVICES.includes(service.name))) return [];
  const chance = chanceOf(`form ${story.index}`);
  const moments: Moment[] = [];
  const linkAndSign = (at: number, address: string) => {
    let link: FormsLink | undefined;
    moments.push(
      beside(at, async (booked) => {
        link = await handOut(scene, booked, at);
      }),
    );
    return beside(at + 2 * MINUTE, async () => {
      if (link === undefined) throw new Error("The link to the demo's form was not made.");
      await sign(scene, link, person, { address, testedAt: testedAt.get(person), now: at + 2 * MINUTE });
    });
  };
  if (visit.dayOffset >= 0 && visit.dayOffset <= LINKED_DAYS_AHEAD) {
    const eveningAt = instantOf(scene.salon.zone, scene.salon.today - 1, 21 * 60 + chance.whole(5, 90));
    const signing = linkAndSign(eveningAt, HOME);
    if (chance.happens(0.3)) moments.push(signing);
  }
  const arrived = story.life.steps.find(({ to }) => to === "arrived");
  const isAsked = visit.dayOffset >= -CONSENT_DAYS_AGO;
  if (arrived !== undefined && isAsked && chance.happens(0.94))
    moments.push(linkAndSign(arrived.at + MINUTE, TABLET));
  return moments;
}
