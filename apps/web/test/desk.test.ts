import { beforeAll, expect, test } from "vitest";
import { salesOf } from "./salesOf.ts";
import { openTestSalon, type TestSalon } from "./testSalon.ts";

// The clock of server and pages starts on Monday, 1 March 2027, 7:00 in Berlin.
let salon: TestSalon;
let sales: ReturnType<typeof salesOf>;
beforeAll(async () => {
  salon = await openTestSalon({ isShared: true, keepsPages: true });
  sales = salesOf(salon);
});

async function booked(at: string, serviceId: string, clientId = salon.salon.clientId) {
  const answer = await salon.book(at, serviceId, salon.salon.anna, { client_id: clientId });
  expect(answer.status).toBe(201);
  return answer.body.data as { id: string };
}

const read = async (id: string) => (await salon.call("GET", `/appointments/${id}`)).body.data;

test("rooms are columns with the appointments that use them; a room is blocked, and a drag changes the time only", async () => {
  const { massage, cut } = salon.salon;
  const { id } = await booked("2027-03-02T10:00:00+01:00", massage);
  await booked("2027-03-02T14:00:00+01:00", cut);
  const page = await salon.open("calendar?date=2027-03-02&view=day");
  await page.getByRole("button", { name: /^14:00 to 14:45/ }).waitFor();
  await page.keyboard.press("r");
  const card = page.getByRole("button", { name: /^10:00 to 11:00, Zoë Müller, Massage, Anna, Booked/ });
  await card.waitFor();
  await page.getByRole("button", { name: /^14:00 to 14:45/ }).waitFor({ state: "detached" });
  expect(await page.locator("[data-head]").allTextContents()).toEqual(["Room"]);

  await card.focus();
  await page.keyboard.press("Alt+ArrowRight");
  await page.keyboard.press("Alt+ArrowDown");
  await page.locator("[data-ghost]").getByText("10:05–11:05, Room", { exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Move", exact: true }).click();
  await expect.poll(async () => (await read(id)).starts_at).toBe("2027-03-02T10:05:00+01:00");
  expect((await read(id)).items[0].staff_id).toBe(salon.salon.anna);

  const grid = page.locator("[data-column]");
  const { x = 0, y = 0, width = 0, height = 0 } = (await grid.boundingBox()) ?? {};
  await page.mouse.click(x + width / 2, y + (height * 12.1) / 24);
  await page.getByRole("menuitem", { name: "Block time", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Block time", exact: true });
  await expect
    .poll(() => panel.getByRole("combobox", { name: "Staff member or room" }).inputValue())
    .toBe("Room");
  await panel.getByLabel("Label", { exact: true }).fill("Repair");
  await panel.getByRole("button", { name: "Block time", exact: true }).click();
  await page.getByRole("button", { name: "Repair, 12:00 to 12:30, blocked time", exact: true }).click();
  const block = page.getByRole("complementary", { name: "Repair", exact: true });
  await block.getByLabel("Minutes", { exact: true }).fill("60");
  await block.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Repair, 12:00 to 13:00, blocked time", exact: true }).waitFor();
  const repair = page.getByRole("button", { name: "Repair, 12:00 to 13:00, blocked time", exact: true });
  await repair.focus();
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Repair, 11:55 to 12:55, blocked time", exact: true }).waitFor();
  const note = page.getByRole("alert").filter({ hasText: "“Repair” was moved" });
  await note.getByRole("button", { name: "Undo", exact: true }).click();
  await repair.waitFor();
  const blocks = (await salon.call("GET", "/blocks?from=2027-03-02T00:00:00Z&to=2027-03-03T00:00:00Z")).body;
  expect(blocks.data.items).toMatchObject([{ resource_id: salon.salon.roomId, staff_id: null }]);
});

test("habit 10: the cancellation of a requested appointment can be undone, which books it", async () => {
  const { cut, anna } = salon.salon;
  const made = await salon.book("2027-03-05T10:00:00+01:00", cut, anna, { status: "requested" });
  const page = await salon.open("calendar?date=2027-03-05&view=day");
  await page.getByRole("button", { name: /^10:00 to 10:45/ }).click();
  await page.getByRole("button", { name: "Other status", exact: true }).click();
  await page.getByRole("menuitem", { name: "Cancel appointment", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this appointment?" });
  await dialog.getByRole("button", { name: "Cancel appointment", exact: true }).click();
  const note = page.getByRole("alert").filter({ hasText: "request was cancelled" });
  await note.getByText("“Undo” books the appointment.").waitFor();
  expect((await read(made.body.data.id)).status).toBe("cancelled");
  await note.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(async () => (await read(made.body.data.id)).status).toBe("booked");
});

test("habit 16: a card marks the first appointment and the deposit; the list shows both as text", async () => {
  const clientId = await salon.addClient({ first_name: "Nora", last_name: "Neu" });
  const first = await booked("2027-03-03T10:00:00+01:00", salon.salon.cut, clientId);
  await booked("2027-03-03T12:00:00+01:00", salon.salon.cut, clientId);
  const deposit = { method: "cash", amount: sales.eur(1500) };
  await sales.send("POST", `/appointments/${first.id}/deposits`, deposit);
  const page = await salon.open("calendar?date=2027-03-03&view=day");
  const card = page.getByRole("button", { name: /^10:00 to 10:45, Nora Neu/ });
  await expect
    .poll(() => card.getAttribute("aria-label"), { timeout: 20_000 })
    .toBe("10:00 to 10:45, Nora Neu, Cut, Booked, new client, deposit €15.00");
  expect(await card.locator("[data-mark]").count()).toBe(2);
  const second = page.getByRole("button", { name: "12:00 to 12:45, Nora Neu, Cut, Booked", exact: true });
  await second.waitFor();
  await page.keyboard.press("l");
  const row = page.getByRole("listitem").filter({ hasText: "10:00" });
  await row.getByText("new client", { exact: true }).waitFor();
  await row.getByText("deposit €15.00", { exact: true }).waitFor();
});

test("habit 14: ? lists the keys", async () => {
  const page = await salon.open("calendar?date=2027-03-04&view=day");
  await page.locator("[data-column]").first().waitFor();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await dialog.getByText("New appointment", { exact: true }).waitFor();
  await dialog.getByText("Alt + Shift + ↑ ↓", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
});

test("a known client is booked by keyboard alone, with at most 12 keys besides the text", async () => {
  await salon.addClient({ first_name: "Grace", last_name: "Hopper" });
  const page = await salon.open("calendar?date=2027-03-05&view=day");
  await page.locator("[data-column]").first().waitFor();
  let keys = 0;
  const press = async (key: string) => {
    keys++;
    await page.keyboard.press(key);
  };
  const focused = (label: string) =>
    expect
      .poll(
        () =>
          page.evaluate(() => {
            const element = document.activeElement as HTMLInputElement | null;
            return element?.labels?.[0]?.textContent ?? element?.getAttribute("aria-label") ?? "";
          }),
        { timeout: 20_000 },
      )
      .toBe(label);
  await press("n");
  await focused("Client");
  await page.keyboard.type("hopper");
  await page.getByRole("option", { name: /^Grace Hopper/ }).waitFor();
  await press("Enter");
  await focused("Service");
  await page.keyboard.type("cut");
  await page.getByRole("option", { name: /^Cut/ }).waitFor();
  await press("Enter");
  await press("Tab");
  await focused("Staff member");
  await page.keyboard.type("ben");
  await press("Enter");
  while (
    keys < 12 &&
    !(await page.getByLabel("Time", { exact: true }).evaluate((input) => input === document.activeElement))
  )
    await press("Tab");
  await page.keyboard.type("11:30");
  await press("Enter");
  await page.getByRole("button", { name: /^11:30 to 12:15, Grace Hopper, Cut/ }).waitFor();
  expect(keys).toBeLessThanOrEqual(12);
});

test("the card of a booking appears only after the slow response to it, and N then opens the next form", async () => {
  const page = await salon.open("calendar?date=2027-03-22&view=day&new=now");
  const panel = page.locator("aside");
  const client = panel.getByPlaceholder("Name, phone or e-mail");
  await client.fill("Mül");
  await page.getByRole("option", { name: /^Zoë Müller/ }).click();
  await panel.locator('input[aria-label="Service 1"]').fill("Cut");
  await page.getByRole("option", { name: /^Cut/ }).first().click();
  await panel.getByLabel("Time", { exact: true }).fill("10:00");
  // Delays the response to the booking request until after the server has booked the appointment and sent the change notice.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: isBooked, resolve: booked } = Promise.withResolvers<void>();
  await page.route(/\/appointments$/, async (route) => {
    const response = await route.fetch();
    booked();
    await released;
    await route.fulfill({ response });
  });
  await panel.getByRole("button", { name: "Book", exact: true }).click();
  await isBooked;
  // Another user's later change appears while the response is still delayed.
  const { locationId, ben } = salon.salon;
  const times = { starts_at: "2027-03-22T14:00:00+01:00", ends_at: "2027-03-22T15:00:00+01:00" };
  await salon.call("POST", "/blocks", { location_id: locationId, staff_id: ben, label: "Lunch", ...times });
  await page.getByRole("button", { name: /^Lunch/ }).waitFor();
  const card = page.getByRole("button", { name: /^10:00 to 10:45, Zoë Müller/ });
  expect(await card.count()).toBe(0);
  release();
  await card.waitFor();
  await page.keyboard.press("n");
  await expect.poll(() => client.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await client.inputValue()).toBe("");
});

test("a plain checkout takes two clicks in the panel and on the ticket, by the method used last", async () => {
  const page = await salon.open(`calendar?open=${await sales.appointment()}`);
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await page.getByRole("heading", { name: "Checkout", exact: true }).waitFor();
  await page.getByRole("button", { name: "Cash", exact: true }).click();
  await page.getByLabel("Cash received", { exact: true }).fill("50");
  await page.getByRole("button", { name: "Take €45.00", exact: true }).click();
  await page.getByText("Paid in full", { exact: true }).waitFor();
  await page.getByRole("status").getByText("€5.00", { exact: true }).waitFor();
  await salon.follow(page, `calendar?open=${await sales.appointment()}`);
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await page.getByRole("button", { name: "Take €45.00", exact: true }).click();
  await page.getByText("Paid in full", { exact: true }).waitFor();
  await page.getByRole("button", { name: "To the calendar", exact: true }).waitFor();
  await page.getByRole("button", { name: "Book the next appointment", exact: true }).click();
  const form = page.getByRole("complementary", { name: "New appointment", exact: true });
  await expect
    .poll(() => form.locator('input[aria-label="Service 1"]').inputValue(), { timeout: 20_000 })
    .toContain("Cut");
});

test("two users change the services of an appointment: the second one sees both versions and chooses", async () => {
  const { id } = await booked("2027-03-10T10:00:00+01:00", salon.salon.cut);
  const page = await salon.open(`calendar?date=2027-03-10&view=day&open=${id}`);
  await page.getByRole("button", { name: "Edit services", exact: true }).click();
  const form = page.getByRole("form", { name: "Edit services", exact: true });
  await form.getByRole("button", { name: "Add a service", exact: true }).click();
  await form.locator('input[aria-label="Service 2"]').click();
  await page.getByRole("option", { name: /^Colour/ }).click();
  await form.getByText("10:00–12:15", { exact: false }).waitFor();
  const moved = await salon.call("PATCH", `/appointments/${id}/schedule`, {
    starts_at: "2027-03-10T13:00:00+01:00",
  });
  expect(moved.status).toBe(200);
  await form.getByRole("button", { name: "Save", exact: true }).click();
  const note = form.getByRole("alert");
  await note.getByText("10:00, Cut, Colour", { exact: true }).waitFor();
  await note.getByText("13:00, Cut", { exact: true }).waitFor();
  await note.getByRole("button", { name: "Save mine", exact: true }).click();
  await form.waitFor({ state: "detached" });
  const after = await read(id);
  expect(after.starts_at).toBe("2027-03-10T10:00:00+01:00");
  expect(after.items.map((item: { service_name: string }) => item.service_name)).toEqual(["Cut", "Colour"]);
});

test("the panel shows notes of the client, opens the client's file and books the services again", async () => {
  const clientId = await salon.addClient({ first_name: "Mary", last_name: "Jackson" });
  const note = await sales.send("POST", `/clients/${clientId}/notes`, { text: "Colour 7.1 with 6 %" });
  expect(note.text).toBe("Colour 7.1 with 6 %");
  const { id } = await booked("2027-03-01T09:00:00+01:00", salon.salon.cut, clientId);
  await salon.call("POST", `/appointments/${id}/transitions`, { to: "arrived" });
  await salon.call("POST", `/appointments/${id}/transitions`, { to: "completed" });
  const page = await salon.open(`calendar?date=2027-03-01&view=day&open=${id}`);
  const panel = page.getByRole("complementary", { name: "Mary Jackson", exact: true });
  await panel.getByText("Colour 7.1 with 6 %", { exact: true }).waitFor();
  expect(await panel.getByRole("link", { name: "Photos", exact: true }).getAttribute("href")).toContain(
    `/clients/${clientId}?tab=photos`,
  );
  await panel.getByRole("button", { name: "Rebook", exact: true }).click();
  const form = page.getByRole("complementary", { name: "New appointment", exact: true });
  await expect.poll(() => form.locator('input[aria-label="Service 1"]').inputValue()).toContain("Cut");
  await expect.poll(() => form.getByLabel("Client", { exact: true }).inputValue()).toContain("Mary Jackson");
});

test("opening the panel of a card scrolls the card into view; the columns shown are chosen in a menu", async () => {
  const { locationId, cut } = salon.salon;
  const staff: string[] = [];
  for (const first_name of ["Cleo", "Dana", "Emil", "Finn"])
    staff.push((await sales.send("POST", "/staff", { first_name, location_ids: [locationId] })).id);
  const last = staff.at(-1);
  await sales.send("PATCH", `/services/${cut}`, { staff: staff.map((staff_id) => ({ staff_id })) });
  const at = { location_id: locationId, starts_at: "2027-03-09T16:00:00+01:00", force: true };
  const items = [{ service_id: cut, staff_id: last }];
  await sales.send("POST", "/appointments", { ...at, client_id: salon.salon.clientId, items });
  const page = await salon.open("calendar?date=2027-03-09&view=day&staff=all");
  const card = page.getByRole("button", { name: /^16:00 to 16:45/ });
  await card.click();
  await page.getByLabel("Note for the team", { exact: true }).waitFor();
  const panel = page.getByRole("complementary").first();
  await expect
    .poll(async () => {
      const [shown, beside] = [await card.boundingBox(), await panel.boundingBox()];
      return shown !== null && beside !== null && shown.x + shown.width <= beside.x;
    })
    .toBe(true);

  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Staff members shown: Everybody", exact: true }).click();
  await page.getByRole("checkbox", { name: "Dana", exact: true }).uncheck();
  await expect.poll(() => page.locator("[data-head]").count()).toBe(5);
  await page.getByRole("button", { name: "Staff members shown: 5 staff members", exact: true }).waitFor();
});
