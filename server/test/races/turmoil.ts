import type { Client, Method, Reply } from "./crowd.ts";
import type { House } from "./fixture.ts";
import type { Refusal, Wish } from "./judgement.ts";
import type { Meanwhile } from "./manager.ts";
import { availabilityPath, type DeedName, type Mix, OPENS_AT } from "./mixes.ts";
import { seeded, type WantedVisit, wantedVisit } from "./wantedVisits.ts";

const MINUTE = 60_000;

/** One request with its answer. */
export interface Deed {
  readonly name: DeedName;
  readonly reply: Reply;
  /** What a booking wanted. */
  readonly wanted?: WantedVisit;
}

interface Order {
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
  readonly wanted?: WantedVisit;
}

interface KnownVisit {
  readonly id: string;
  readonly startsAt: string;
  readonly items: readonly { readonly id: string; readonly staff_id: string }[];
}

/** Every client does so many deeds, all at once, on the visits and blocks of all; with every thirtieth goes a `meanwhile`. */
export async function turmoil(
  house: House,
  mix: Mix,
  { deedsEach, seed, meanwhile }: { deedsEach: number; seed: number; meanwhile?: Meanwhile },
): Promise<Deed[]> {
  const { below, one } = seeded(seed);
  const { salon } = house;
  const team = salon.team.slice(0, mix.members);
  const visits: KnownVisit[] = [];
  const blocks: string[] = [];
  const names = Object.entries(mix.deeds).flatMap(([name, times]) =>
    Array<DeedName>(times).fill(name as DeedName),
  );
  const anyStart = () => OPENS_AT + 5 * MINUTE * below(mix.dayMinutes / 5);
  const wish = () => {
    const items = Array.from({ length: 1 + below(2) }, () => ({
      service: one(mix.services),
      staffId: one(team),
    }));
    return wantedVisit(salon, items, anyStart());
  };
  const booking = (): Order => {
    const wanted = wish();
    return { method: "POST", path: "/appointments", body: wanted.body, wanted };
  };

  const orders: Record<
    Exclude<DeedName, "look" | "book" | "repeat" | "block" | "unblock">,
    (visit: KnownVisit) => Order
  > = {
    move: (visit) => schedule(visit, { starts_at: new Date(anyStart()).toISOString() }),
    force: (visit) => schedule(visit, { starts_at: new Date(anyStart()).toISOString(), force: true }),
    swap: (visit) =>
      schedule(visit, {
        starts_at: visit.startsAt,
        items: [{ id: one(visit.items).id, staff_id: one(team) }],
      }),
    resize: (visit) => ({
      method: "PATCH",
      path: `/appointments/${visit.id}/duration`,
      body: { item_id: one(visit.items).id, minutes: 10 + 5 * below(16), force: below(4) === 0 },
    }),
    cancel: (visit) => become(visit, "cancelled"),
    miss: (visit) => become(visit, "no_show"),
    undo: (visit) => become(visit, "booked"),
  };

  const orderOf = (name: DeedName): Order => {
    if (name === "book") return booking();
    if (name === "look")
      return { method: "GET", path: availabilityPath(salon, one(mix.services), one(team)) };
    if (name === "repeat") {
      return {
        method: "POST",
        path: "/appointments/recurring",
        body: { ...wish().body, every_weeks: 1, occurrences: 3 },
      };
    }
    if (name === "block") {
      const startsAt = anyStart();
      const subject = below(4) === 0 ? { resource_id: salon.roomId } : { staff_id: one(team) };
      const endsAt = startsAt + 5 * MINUTE * (1 + below(12));
      const times = { starts_at: new Date(startsAt).toISOString(), ends_at: new Date(endsAt).toISOString() };
      return {
        method: "POST",
        path: "/blocks",
        body: { location_id: salon.locationId, ...subject, ...times },
      };
    }
    if (name === "unblock") {
      const block = blocks.splice(below(blocks.length), 1)[0];
      return block === undefined ? booking() : { method: "DELETE", path: `/blocks/${block}` };
    }
    const visit = visits.length === 0 ? undefined : one(visits);
    return visit === undefined ? booking() : orders[name](visit);
  };

  const remember = (order: Order, { body: { data } }: Reply) => {
    if (data?.id === undefined || order.method === "DELETE") return;
    if (order.path === "/blocks") blocks.push(data.id);
    if (data.items === undefined || data.starts_at === undefined) return;
    const visit = { id: data.id, startsAt: data.starts_at, items: data.items };
    const index = visits.findIndex(({ id }) => id === visit.id);
    if (index < 0) visits.push(visit);
    else visits[index] = visit;
  };

  let deedCount = 0;
  const work = async (client: Client) => {
    const done: Deed[] = [];
    for (let count = 0; count < deedsEach; count++) {
      if (++deedCount % 30 === 0) await meanwhile?.();
      const name = one(names);
      const order = orderOf(name);
      const reply = await client(order.method, order.path, order.body);
      remember(order, reply);
      done.push({ name, reply, ...(order.wanted === undefined ? {} : { wanted: order.wanted }) });
    }
    return done;
  };
  return (await Promise.all(house.crowd.clients.map(work))).flat();
}

function schedule(visit: KnownVisit, body: object): Order {
  return { method: "PATCH", path: `/appointments/${visit.id}/schedule`, body };
}

function become(visit: KnownVisit, to: string): Order {
  return { method: "POST", path: `/appointments/${visit.id}/transitions`, body: { to } };
}

/** Bookings that were refused for the time they wanted, as the judgement takes them. */
export function refusalsAmong(deeds: readonly Deed[], roomId: string): Refusal[] {
  return deeds.flatMap(({ wanted, reply }) =>
    wanted === undefined || reply.body.code !== "time_conflict"
      ? []
      : [{ sentAt: reply.sentAt, answeredAt: reply.answeredAt, wishes: wishesOf(wanted, roomId) }],
  );
}

function wishesOf({ times }: WantedVisit, roomId: string): Wish[] {
  const wishes = new Map<string, Wish>();
  for (const { subject, from, until } of times) {
    const key = `${subject} ${from}`;
    const units = (wishes.get(key)?.units ?? 0) + 1;
    wishes.set(key, { subjectId: subject === "room" ? roomId : subject, from, until, units });
  }
  return [...wishes.values()];
}
