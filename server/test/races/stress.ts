import type { Client, Method, Reply } from "./clients.ts";
import type { RaceFixture } from "./fixture.ts";
import type { Refusal, WantedTime } from "./historyCheck.ts";
import type { Meanwhile } from "./manager.ts";
import { availabilityPath, type Mix, OPENS_AT, type OperationName } from "./mixes.ts";
import { seeded, type WantedAppointment, wantedAppointment } from "./wantedAppointments.ts";

const MINUTE = 60_000;

export interface Operation {
  readonly name: OperationName;
  readonly reply: Reply;
  /** The requested appointment, set only for bookings. */
  readonly wanted?: WantedAppointment;
}

interface Order {
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
  readonly wanted?: WantedAppointment;
}

interface KnownAppointment {
  readonly id: string;
  readonly startsAt: string;
  readonly items: readonly { readonly id: string; readonly staff_id: string }[];
}

/**
 * Runs operations on all clients concurrently. The clients change the same appointments and blocks. Runs `meanwhile` before
 * every thirtieth operation.
 */
export async function stress(
  fixture: RaceFixture,
  mix: Mix,
  { operationsEach, seed, meanwhile }: { operationsEach: number; seed: number; meanwhile?: Meanwhile },
): Promise<Operation[]> {
  const { below, one } = seeded(seed);
  const { salon } = fixture;
  const staffIds = salon.staffIds.slice(0, mix.staffCount);
  const appointments: KnownAppointment[] = [];
  const blocks: string[] = [];
  const names = Object.entries(mix.operations).flatMap(([name, times]) =>
    Array<OperationName>(times).fill(name as OperationName),
  );
  const anyStart = () => OPENS_AT + 5 * MINUTE * below(mix.dayMinutes / 5);
  const randomAppointment = () => {
    const items = Array.from({ length: 1 + below(2) }, () => ({
      service: one(mix.services),
      staffId: one(staffIds),
    }));
    return wantedAppointment(salon, items, anyStart());
  };
  const booking = (): Order => {
    const wanted = randomAppointment();
    return { method: "POST", path: "/appointments", body: wanted.body, wanted };
  };

  const orders: Record<
    Exclude<OperationName, "look" | "book" | "repeat" | "block" | "unblock">,
    (appointment: KnownAppointment) => Order
  > = {
    move: (appointment) => schedule(appointment, { starts_at: new Date(anyStart()).toISOString() }),
    force: (appointment) =>
      schedule(appointment, { starts_at: new Date(anyStart()).toISOString(), force: true }),
    swap: (appointment) =>
      schedule(appointment, {
        starts_at: appointment.startsAt,
        items: [{ id: one(appointment.items).id, staff_id: one(staffIds) }],
      }),
    resize: (appointment) => ({
      method: "PATCH",
      path: `/appointments/${appointment.id}/duration`,
      body: { item_id: one(appointment.items).id, minutes: 10 + 5 * below(16), force: below(4) === 0 },
    }),
    cancel: (appointment) => become(appointment, "cancelled"),
    miss: (appointment) => become(appointment, "no_show"),
    undo: (appointment) => become(appointment, "booked"),
  };

  const orderOf = (name: OperationName): Order => {
    if (name === "book") return booking();
    if (name === "look")
      return { method: "GET", path: availabilityPath(salon, one(mix.services), one(staffIds)) };
    if (name === "repeat") {
      return {
        method: "POST",
        path: "/appointments/recurring",
        body: { ...randomAppointment().body, every_weeks: 1, occurrences: 3 },
      };
    }
    if (name === "block") {
      const startsAt = anyStart();
      const subject = below(4) === 0 ? { resource_id: salon.roomId } : { staff_id: one(staffIds) };
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
    const appointment = appointments.length === 0 ? undefined : one(appointments);
    return appointment === undefined ? booking() : orders[name](appointment);
  };

  const remember = (order: Order, { body: { data } }: Reply) => {
    if (data?.id === undefined || order.method === "DELETE") return;
    if (order.path === "/blocks") blocks.push(data.id);
    if (data.items === undefined || data.starts_at === undefined) return;
    const appointment = { id: data.id, startsAt: data.starts_at, items: data.items };
    const index = appointments.findIndex(({ id }) => id === appointment.id);
    if (index < 0) appointments.push(appointment);
    else appointments[index] = appointment;
  };

  let operationCount = 0;
  const work = async (client: Client) => {
    const done: Operation[] = [];
    for (let count = 0; count < operationsEach; count++) {
      if (++operationCount % 30 === 0) await meanwhile?.();
      const name = one(names);
      const order = orderOf(name);
      const reply = await client(order.method, order.path, order.body);
      remember(order, reply);
      done.push({ name, reply, ...(order.wanted === undefined ? {} : { wanted: order.wanted }) });
    }
    return done;
  };
  return (await Promise.all(fixture.batch.clients.map(work))).flat();
}

function schedule(appointment: KnownAppointment, body: object): Order {
  return { method: "PATCH", path: `/appointments/${appointment.id}/schedule`, body };
}

function become(appointment: KnownAppointment, to: string): Order {
  return { method: "POST", path: `/appointments/${appointment.id}/transitions`, body: { to } };
}

/** Returns the bookings rejected with `time_conflict` as input for the history check. */
export function refusalsAmong(operations: readonly Operation[], roomId: string): Refusal[] {
  return operations.flatMap(({ wanted, reply }) =>
    wanted === undefined || reply.body.code !== "time_conflict"
      ? []
      : [{ sentAt: reply.sentAt, answeredAt: reply.answeredAt, wantedTimes: wantedTimesOf(wanted, roomId) }],
  );
}

function wantedTimesOf({ times }: WantedAppointment, roomId: string): WantedTime[] {
  const wantedTimes = new Map<string, WantedTime>();
  for (const { subject, from, until } of times) {
    const key = `${subject} ${from}`;
    const units = (wantedTimes.get(key)?.units ?? 0) + 1;
    wantedTimes.set(key, { subjectId: subject === "room" ? roomId : subject, from, until, units });
  }
  return [...wantedTimes.values()];
}
