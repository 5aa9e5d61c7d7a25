import { expect, test } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import { isFullRun } from "../fullRun.ts";
import { type Client, workThrough } from "./clients.ts";
import type { RaceFixture } from "./fixture.ts";
import { wantedAppointment } from "./wantedAppointments.ts";

const WRITERS = 16;
const CLIENTS = 8;
const APPOINTMENTS = 4;
const CHANGES = isFullRun ? 6_000 : 240;
const AT = Date.UTC(2027, 2, 1, 9);
const MINUTE = 60_000;

interface Listed {
  readonly id: string;
  readonly version: number;
  readonly updated_at: string;
}
interface Page {
  readonly items: readonly Listed[];
  readonly next_cursor: string | null;
}

/** A caller that polls a list in pages of two, starting from the latest `updated_at` that it has seen. */
class Poller {
  /** The latest version of each record that the poller has seen, by record id. */
  readonly seen = new Map<string, Listed>();
  backwards = 0;
  #since = "2020-01-01T00:00:00.000Z";
  readonly #ask: Client;
  readonly #path: string;

  constructor(ask: Client, path: string) {
    this.#ask = ask;
    this.#path = path;
  }

  async poll(): Promise<void> {
    let latest = this.#since;
    for (let cursor: string | null = ""; cursor !== null; ) {
      const paging = cursor === "" ? "" : `&cursor=${cursor}`;
      const reply = await this.#ask("GET", `${this.#path}updated_since=${this.#since}&limit=2${paging}`);
      expect(reply.status).toBe(200);
      const page = reply.body.data as unknown as Page;
      for (const one of page.items) {
        this.#note(one);
        if (Date.parse(one.updated_at) > Date.parse(latest)) latest = one.updated_at;
      }
      cursor = page.next_cursor;
    }
    this.#since = latest;
  }

  #note(one: Listed): void {
    const before = this.seen.get(one.id);
    if (before !== undefined && one.version > before.version)
      if (Date.parse(one.updated_at) < Date.parse(before.updated_at)) this.backwards++;
    if (before === undefined || one.version >= before.version) this.seen.set(one.id, one);
  }

  /**
   * Returns whether the poller has seen at least these versions. The list returns the last versions only after the polling
   * horizon.
   */
  hasSeen(last: ReadonlyMap<string, number>): boolean {
    return [...last].every(([id, version]) => (this.seen.get(id)?.version ?? 0) >= version);
  }
}

/**
 * Tests that a caller that polls with `updated_since` sees every change, including changes committed during a read (contract
 * §8).
 */
export function testPolling(fixture: () => RaceFixture): void {
  test("16 writers and a poller: no change is lost and no updated_at goes backwards", async () => {
    const { salon, batch } = fixture();
    const [reader, ...others] = batch.clients as [Client, ...Client[]];
    const writers = others.slice(0, WRITERS);
    const clients: string[] = [];
    for (let i = 0; i < CLIENTS; i++)
      clients.push((await reader("POST", "/clients", { first_name: `Ada ${i}` })).body.data?.id ?? "");
    const appointments: string[] = [];
    for (let i = 0; i < APPOINTMENTS; i++) {
      const wanted = wantedAppointment(
        salon,
        [{ service: "cut", staffId: salon.staffIds[i] ?? "" }],
        AT + i * 600 * MINUTE,
      );
      appointments.push((await reader("POST", "/appointments", wanted.body)).body.data?.id ?? "");
    }
    const window = `from=2027-01-01T00:00:00Z&to=2028-01-01T00:00:00Z&location_id=${salon.locationId}`;
    const pollers = [new Poller(reader, "/clients?"), new Poller(reader, `/appointments?${window}&`)];

    const booked = new Set(appointments);
    const last = new Map<string, number>();
    const note = (id: string, version = 0) => last.set(id, Math.max(last.get(id) ?? 0, version));
    let isOver = false;
    const polling = Promise.all(
      pollers.map(async (poller) => {
        while (!isOver) await poller.poll();
      }),
    );
    const changes = Array.from({ length: CHANGES }, (_, index) => index);
    const replies = await workThrough(writers, changes, async (ask, index) => {
      const client = clients[index % CLIENTS] ?? "";
      const appointment = appointments[index % APPOINTMENTS] ?? "";
      if (index % 6 === 3) {
        const staffId = salon.staffIds[index % salon.staffIds.length] ?? "";
        const wanted = wantedAppointment(
          salon,
          [{ service: "cut", staffId }],
          AT + (50 + index) * 60 * MINUTE,
        );
        const reply = await ask("POST", "/appointments", wanted.body);
        booked.add(reply.body.data?.id ?? "");
        note(reply.body.data?.id ?? "", 1);
        return reply;
      }
      if (index % 3 === 0) {
        // Creates a client that is not changed again, so the poller can see it only through this change.
        const reply = await ask("POST", "/clients", { first_name: newId() });
        note(reply.body.data?.id ?? "", 1);
        return reply;
      }
      const reply =
        index % 3 === 1
          ? await ask("PATCH", `/clients/${client}`, { last_name: newId() })
          : await ask("PATCH", `/appointments/${appointment}/note`, { internal_note: newId() });
      note(index % 3 === 1 ? client : appointment, reply.body.data?.version);
      return reply;
    });
    expect([...new Set(replies.map(({ status }) => status))].sort()).toEqual([200, 201]);
    isOver = true;
    await polling;

    const [ofClients, ofAppointments] = pollers as [Poller, Poller];
    const lastOf = (isAppointment: boolean) =>
      new Map([...last].filter(([id]) => booked.has(id) === isAppointment));
    const hasSeenAll = async () => {
      for (const poller of pollers) await poller.poll();
      return ofClients.hasSeen(lastOf(false)) && ofAppointments.hasSeen(lastOf(true));
    };
    await expect.poll(hasSeenAll, { timeout: 20_000 }).toBe(true);
    expect(pollers.map(({ backwards }) => backwards)).toEqual([0, 0]);
  }, 180_000);
}
