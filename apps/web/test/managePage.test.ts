import { expect, test } from "vitest";
import { manageUrl } from "../../../server/src/features/booking/manage-links/index.ts";
import { replacePublishing } from "../../../server/src/features/business/locations/publishing.ts";
import { TEST_SECRET } from "../../../server/test/fixtures/testApp.ts";
import { openBookingSite } from "./bookingSite.ts";

const site = await openBookingSite();

let booked = 0;
/** Books an appointment for a new client. Returns the appointment's id and the path of the manage link. */
async function linked(startsAt: string): Promise<{ id: string; path: string }> {
  const { cut, anna, businessId } = site.salon;
  const client_id = await site.addClient({ first_name: "Ada", email: `ada-${++booked}@example.com` });
  const answer = await site.book(startsAt, cut, anna, { client_id });
  expect(answer.status).toBe(201);
  const { id } = answer.body.data;
  return { id, path: manageUrl("", TEST_SECRET, { businessId, appointmentId: id }) };
}

const stateOf = async (id: string) => {
  const { data } = (await site.call("GET", `/appointments/${id}?include=client_confirmed_at`)).body;
  return [data.status, data.client_confirmed_at !== null, data.version];
};

test.each([
  ["en", "Cancel this appointment?", "Cancel the appointment", "The appointment is cancelled."],
  ["de", "Diesen Termin absagen?", "Termin absagen", "Der Termin ist abgesagt."],
  ["fr", "Annuler ce rendez-vous ?", "Annuler le rendez-vous", "Le rendez-vous est annulé."],
  ["es", "¿Cancelar esta cita?", "Cancelar la cita", "La cita está cancelada."],
])(
  "the links of a reminder change nothing when they are opened, and cancel with a button: %s",
  async (language, title, button, done) => {
    const { id, path } = await linked(`2027-03-${10 + booked}T10:00:00+01:00`);
    const before = await stateOf(id);
    // Mail scanners open links with different methods and headers.
    for (const method of ["GET", "HEAD"] as const)
      for (const step of ["", "/confirm", "/cancel", "/times"])
        for (const headers of [{}, { purpose: "prefetch" }, { "user-agent": "Mozilla/5.0 (scanner)" }]) {
          const answer = await site.app.inject({ method, url: `${path}${step}?lang=${language}`, headers });
          expect([method, step, answer.statusCode]).toEqual([method, step, 200]);
        }
    expect(await stateOf(id)).toEqual(before);
    const page = await site.open(`${path}/cancel?lang=${language}`, { javaScriptEnabled: false });
    await page.getByRole("heading", { name: title, exact: true }).waitFor();
    expect(await page.getAttribute('meta[name="robots"]', "content")).toBe("noindex");
    await page.getByRole("button", { name: button, exact: true }).click();
    await page.getByText(done, { exact: true }).waitFor();
    expect((await stateOf(id))[0]).toBe("cancelled");
    await site.release(page);
  },
);

test("a client checks in with a button of the manage link, from an hour before the start", async () => {
  const now = site.clock.now();
  const { id, path } = await linked("2027-03-03T10:00:00+01:00");
  const page = await site.open(`${path}?lang=en`, { javaScriptEnabled: false });
  const here = page.getByRole("button", { name: "I’m here", exact: true });
  await page.getByRole("heading", { name: "Your appointment", exact: true }).waitFor();
  expect(await here.count()).toBe(0);
  site.clock.set(Date.parse("2027-03-03T09:00:00+01:00"));
  await page.reload();
  expect((await stateOf(id))[0]).toBe("booked");
  await here.click();
  await page.getByText("Welcome! The team knows that you are here.", { exact: true }).waitFor();
  expect((await stateOf(id))[0]).toBe("arrived");
  expect(await here.count()).toBe(0);
  site.clock.set(now);
  await site.release(page);
});

test("at a location that is no longer published, an appointment can be cancelled but not moved", async () => {
  const { businessId, locationId } = site.salon;
  const { path } = await linked("2027-03-20T10:00:00+01:00");
  const publish = (isPublished: boolean) =>
    site.database.transaction((tx) =>
      replacePublishing(tx, businessId, locationId, { isPublished, now: site.clock.now() }),
    );
  await publish(false);
  const page = await site.open(`${path}?lang=en`, { javaScriptEnabled: false });
  await page.getByRole("link", { name: "Cancel appointment", exact: true }).waitFor();
  expect(await page.getByRole("link", { name: "Choose another time", exact: true }).count()).toBe(0);
  await page.goto(`${path}/times?lang=en`);
  await page.getByRole("heading", { name: "Your appointment", exact: true }).waitFor();
  await publish(true);
  await site.release(page);
});
