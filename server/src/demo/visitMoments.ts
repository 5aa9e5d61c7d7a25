import { book, transition } from "../features/scheduling/appointments/index.ts";
import { chanceOf } from "./chance.ts";
import { checkOut } from "./checkOut.ts";
import type { Moment } from "./moments.ts";
import { named } from "./named.ts";
import type { BookedVisit, Scene } from "./scene.ts";
import type { Beside, Clientele, Story } from "./story.ts";
import { formsOf } from "./visitForms.ts";
import { feeOf, promotionOf, regretOf } from "./visitMoney.ts";

/** Everything that happens for one visit up to now. Nothing does once its booking was refused. */
export function momentsOf(scene: Scene, story: Story, clientele: Clientele, now: number): Moment[] {
  const { person } = story.outing;
  const beside = (at: number, happen: (visit: BookedVisit) => Promise<unknown>): Moment => ({
    at,
    person,
    isAwaited: false,
    happen: async () => {
      if (story.visit !== undefined) await happen(story.visit);
    },
  });
  const moments = [
    bookingOf(scene, story, clientele),
    ...promotionOf(scene, story, beside),
    ...formsOf(scene, story, clientele, beside),
    ...stepsOf(scene, story, beside),
    ...feeOf(scene, story, beside),
  ];
  return moments.filter(({ at }) => at <= now);
}

function bookingOf(scene: Scene, story: Story, { clientIds }: Clientele): Moment {
  const { tx, salon } = scene;
  const { visit, person } = story.outing;
  const { bookedAt, status, source } = story.life;
  const happen = async () => {
    const outcome = await book(tx, scene.setup, {
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
    const { id, client_id, items } = outcome.record;
    story.visit = {
      id,
      clientId: client_id,
      place: visit.place,
      items: items.map((item) => ({
        service: item.service_name,
        serviceId: item.service_id,
        staffId: item.staff_id,
        price: item.price.amount,
      })),
    };
  };
  return { at: bookedAt, person, isAwaited: true, happen };
}

/** The visit's states. It is completed by being paid for; what costs nothing is completed as it is. */
function stepsOf(scene: Scene, story: Story, beside: Beside): Moment[] {
  const { tx } = scene;
  const { person } = story.outing;
  const chance = chanceOf(`till ${story.index}`);
  return story.life.steps.flatMap(({ at, to, reason, cancelledBy }): Moment[] => {
    const change = ({ id }: BookedVisit) =>
      transition(tx, scene.setup, { appointmentId: id, ifMatch: null, to, reason, cancelledBy, now: at });
    if (to !== "completed") {
      const givesBack = to === "cancelled" || to === "declined" || to === "no_show";
      return [{ ...beside(at, change), isAwaited: givesBack }];
    }
    const paying = beside(at, async (visit) => {
      const { discount, index } = story;
      story.paid = await checkOut(scene, { visit, discount, person, index, chance, now: at });
      if (story.paid === undefined) await change(visit);
    });
    return [paying, ...regretOf(scene, story, at, beside)];
  });
}
