import { expect, test } from "vitest";
import { bookingApp } from "../../../../test/fixtures/bookingApp.ts";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { TEST_SECRET } from "../../../../test/fixtures/testApp.ts";
import { waitlistUrl } from "../../booking/manage-links/index.ts";

const open = await bookingApp();
open.clock.set(Date.parse("2027-03-01T12:00:00+01:00"));
const owner = await signedInMember(open, "owner");
await owner("PUT", "/booking-page", { waitlist_mode: "manual" });

const send = async (method: "GET" | "POST" | "DELETE", path: string, body?: object) => {
  const answer = await owner(method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data;
};
const joined = async (client_id: string): Promise<{ id: string }> =>
  send("POST", "/waitlist", {
    client_id,
    location_id: open.salon.locationId,
    items: [{ service_id: open.salon.cut, staff_id: open.salon.anna }],
    windows: [{ from: "2027-03-09", to: "2027-03-09" }],
  });
const offered = async ({ id }: { id: string }) => {
  const { matches } = await send("GET", `/waitlist/${id}/matches`);
  const [{ starts_at, items }] = matches;
  await send("POST", `/waitlist/${id}/offers`, { starts_at, items });
};
/** Sends a request as a client, with the link of the client's waitlist entry. */
const asClient = async ({ id }: { id: string }, action: string, payload: object) => {
  const token = waitlistUrl("", TEST_SECRET, { businessId: open.salon.businessId, id }).slice("/w/".length);
  const url = `/api/v1/public/waitlist/${token}${action}`;
  const answer = await open.app.inject({ method: "POST", url, payload });
  expect(answer.statusCode, answer.body).toBe(200);
};

test("the waitlist report has entries by day of joining with their status, and offers with their answers", async () => {
  const entries = [];
  for (const first_name of ["Ada", "Ben", "Cleo", "Dora"])
    entries.push(await joined(await open.addClient({ first_name, email: `${first_name}@example.com` })));
  const [ada, ben, cleo] = entries as [{ id: string }, { id: string }, { id: string }];
  await offered(ada);
  await asClient(ada, "/accept", { policy_version: null });
  await offered(ben);
  await asClient(ben, "/decline", {});
  await send("DELETE", `/waitlist/${cleo.id}`);

  const query = "from=2027-02-28&to=2027-03-02";
  const report = await send("GET", `/reports/waitlist?${query}&location_id=${open.salon.locationId}`);
  const { appointment_id } = await send("GET", `/waitlist/${ada.id}`);
  const price = (await send("GET", `/appointments/${appointment_id}`)).total;
  const figures = {
    ...{ joined: 4, waiting: 2, booked: 1, cancelled: 1, expired: 0, amount: price },
    ...{ offers: 2, accepted: 1, declined: 1, unanswered: 0 },
  };
  expect(price.amount).toBeGreaterThan(0);
  expect(report.rows.map(({ date }: { date: string }) => date)).toEqual([
    "2027-02-28",
    "2027-03-01",
    "2027-03-02",
  ]);
  expect(report.rows[1]).toEqual({ date: "2027-03-01", ...figures });
  expect(report.rows[0]).toMatchObject({ joined: 0, offers: 0, amount: { amount: 0 } });
  expect(report.totals).toEqual(figures);

  // A cancelled appointment does not count towards the amount, but the entry remains booked.
  await send("POST", `/appointments/${appointment_id}/transitions`, { to: "cancelled" });
  const later = await send("GET", `/reports/waitlist?${query}`);
  expect(later.totals).toMatchObject({ booked: 1, amount: { amount: 0 } });
});
