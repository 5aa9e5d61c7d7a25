import { expect, test } from "vitest";
import { newId } from "../../../kernel/ids.ts";
import type { ChangeRow } from "./audience.ts";
import { type Listener, Stream } from "./stream.ts";

const listener = (more: Partial<Listener> = {}): Listener => ({
  businessId: newId(),
  audience: { role: "owner", ownStaffId: null },
  after: null,
  isExpired: false,
  look: async () => ({ role: "owner", ownStaffId: null }),
  ...more,
});

const change = (position: number): ChangeRow => ({
  business_id: newId(),
  id: newId(),
  entity: "appointments",
  entity_id: newId(),
  kind: "changed",
  location_id: null,
  starts_at: null,
  staff_ids: [],
  appointment_id: null,
  client_id: null,
  position,
  own_staff_ids: [],
});

const ready = async (stream: Stream) => {
  await stream.begin(
    async () => undefined,
    async () => [],
  );
  return stream;
};

test("a client is disconnected once it is 1 MiB behind, and not before", async () => {
  let isEnded = false;
  const stream = await ready(
    new Stream(listener(), () => {
      isEnded = true;
    }),
  );
  let position = 1;
  while (stream.readable.readableLength < 1_000_000) stream.deliver([change(position++)], position);
  expect(stream.readable.destroyed).toBe(false);
  while (!stream.readable.destroyed && position < 20_000) stream.deliver([change(position++)], position);
  expect(stream.readable.destroyed).toBe(true);
  await expect.poll(() => isEnded).toBe(true);
});

test("changes that arrive while missed ones are read are sent after them, each once", async () => {
  const stream = new Stream(listener({ after: 1 }), () => undefined);
  await stream.begin(
    async () => stream.deliver([change(3), change(4)], 4),
    async () => [change(2), change(3)],
  );
  const text = String(stream.readable.read());
  expect([...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))).toEqual([2, 3, 4]);
});

test("a failed lookup keeps the stream open; another role ends it", async () => {
  const failing = await ready(
    new Stream(listener({ look: () => Promise.reject(new Error("away")) }), () => {}),
  );
  await failing.check();
  expect(failing.readable.destroyed).toBe(false);
  const demoted = await ready(
    new Stream(listener({ look: async () => ({ role: "staff", ownStaffId: null }) }), () => {}),
  );
  await demoted.check();
  await expect.poll(() => demoted.readable.destroyed).toBe(true);
});
