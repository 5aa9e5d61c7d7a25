import { expect, test } from "vitest";
import { bookingOf, testApp } from "../../../../test/fixtures/testApp.ts";
import { untilTransactionWaits } from "../../../../test/races/waiting.ts";
import { withSnapshot } from "../snapshot/index.ts";
import { book } from "./index.ts";

const open = await testApp({ isShared: true });

const NINE = "2027-03-08T09:00:00+01:00";

test.each([
  ["anna", "ben"],
  ["ben", "anna"],
] as const)(
  "an appointment that moves from %s to %s waits for concurrent bookings of both, and sees them",
  async (from, to) => {
    const { salon, database, call, clock } = open;
    const appointment = (await open.book(NINE, salon.cut, salon[from])).body.data;
    const items = [{ id: appointment.items[0].id, staff_id: salon[to] }];
    const swap = () => call("PATCH", `/appointments/${appointment.id}/schedule`, { starts_at: NINE, items });
    for (const [staffId, startsAt, status] of [
      [salon[to], Date.parse(NINE), 409],
      [salon[from], Date.parse(NINE) + 3_600_000, 200],
    ] as const) {
      let swapping: ReturnType<typeof swap> | undefined;
      const rival = await withSnapshot(database, salon.businessId, (snapshot) =>
        database.transaction(async (tx) => {
          const input = bookingOf(salon, "", [[salon.cut, staffId]]);
          const booked = await book(tx, snapshot, {
            ...input,
            startsAt,
            status: "booked",
            source: "api",
            now: clock.now(),
          });
          swapping ??= swap();
          await untilTransactionWaits(open.connectionString);
          return booked;
        }),
      );
      expect((await swapping)?.status).toBe(status);
      if (rival.outcome === "booked")
        await call("POST", `/appointments/${rival.record.id}/transitions`, { to: "cancelled" });
    }
    await call("POST", `/appointments/${appointment.id}/transitions`, { to: "cancelled" });
  },
);
