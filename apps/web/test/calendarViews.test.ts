import { beforeAll, expect, test } from "vitest";
import { updateService } from "../../../server/src/features/business/services/index.ts";
import { createStaffMember, updateStaffMember } from "../../../server/src/features/business/staff/index.ts";
import { formFixture } from "../../../server/test/fixtures/formFixture.ts";
import { openTestSalon, type TestSalon } from "./testSalon.ts";

// The clock of server and pages starts on Monday, 1 March 2027, 7:00 in Berlin.
let salon: TestSalon;
beforeAll(async () => {
  salon = await openTestSalon({ isShared: true, keepsPages: true });
});

async function booked(at: string) {
  const answer = await salon.book(at, salon.salon.cut, salon.salon.anna);
  expect(answer.status).toBe(201);
}

test("the month counts the appointments of each day and opens a day", async () => {
  await booked("2027-04-14T09:00:00+02:00");
  await booked("2027-04-14T11:00:00+02:00");
  await booked("2027-04-15T11:00:00+02:00");
  const page = await salon.open("calendar?date=2027-04-01&view=month");
  const day = page.getByRole("button", { name: /14 April 2027/ });
  await day.getByText("2 appointments", { exact: true }).waitFor();
  await page
    .getByRole("button", { name: /15 April 2027/ })
    .getByText("1 appointment", { exact: true })
    .waitFor();
  expect(
    await page
      .getByRole("button", { name: /16 April 2027/ })
      .getByText(/^\d+ appointments?$/)
      .count(),
  ).toBe(0);
  await day.click();
  await expect.poll(() => page.locator("[data-entry]").count()).toBe(2);
});

test("the month behind the date opens a day", async () => {
  const page = await salon.open("calendar?date=2027-03-02&view=day");
  await page.getByRole("button", { name: /^Tue,? 2 Mar/ }).click();
  await page.getByRole("button", { name: "18 March 2027", exact: true }).click();
  await page.getByRole("button", { name: /^Thu,? 18 Mar/ }).waitFor();
  expect(new URL(page.url()).searchParams.get("date")).toBe("2027-03-18");
});

test("an hour has at least 60 pixels, and its half a label", async () => {
  const page = await salon.open("calendar?date=2027-03-02&view=day");
  const top = async (text: string) => {
    const label = page.locator("[data-body] > [aria-hidden]").first().getByText(text, { exact: true });
    return (await label.boundingBox())?.y ?? Number.NaN;
  };
  await page.locator("[data-grid]").waitFor();
  const [full, half, next] = [await top("10:00"), await top("10:30"), await top("11:00")];
  expect(next - full).toBeGreaterThanOrEqual(60);
  expect(Math.abs(half - (full + next) / 2)).toBeLessThan(3);
});

test("a card marks a due form, which the panel opens as a QR code", async () => {
  const forms = await formFixture(salon);
  await forms.template({ name: "Health check" });
  const clientId = await salon.addClient({ first_name: "Dorothy", last_name: "Vaughan" });
  await forms.appointment({ client_id: clientId });
  const page = await salon.open("calendar?date=2027-06-01&view=day");
  const card = page.getByRole("button", { name: /Dorothy Vaughan, Cut, .*form not filled in/ });
  await card.locator('[data-mark="form"]').waitFor({ state: "attached" });
  await card.click();
  const panel = page.getByRole("complementary", { name: "Dorothy Vaughan", exact: true });
  await panel.getByText("1 form is not filled in", { exact: true }).waitFor();
  await panel.getByRole("button", { name: "Sign on site", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Forms to sign", exact: true });
  await dialog.getByRole("img", { name: "QR code of the link to the forms", exact: true }).waitFor();
});

test("the panel of an appointment names a staff member who has left", async () => {
  const { database, salon: of, clock } = salon;
  const names = { first_name: "Clara", last_name: "Zetkin", location_ids: [of.locationId] };
  const { id: staffId } = await database.transaction((tx) =>
    createStaffMember(tx, of.businessId, names, clock.now()),
  );
  await database.transaction((tx) =>
    updateService(
      tx,
      of.businessId,
      of.cut,
      { staff: [{ staff_id: of.anna }, { staff_id: staffId }] },
      clock.now(),
    ),
  );
  const starts_at = "2027-03-09T10:00:00+01:00";
  const answer = await salon.book(starts_at, of.cut, staffId);
  expect(answer.status).toBe(201);
  await database.transaction((tx) =>
    updateStaffMember(tx, of.businessId, staffId, { active: false }, clock.now()),
  );
  const page = await salon.open(`calendar?date=2027-03-09&view=day&open=${answer.body.data.id}`);
  const panel = page.getByRole("complementary", { name: "Zoë Müller", exact: true });
  await panel.getByText(/^Clara( Zetkin)? · 45 min/).waitFor();
});

test("the panel of another card takes the place of the open one, and closing it returns the focus to its own card", async () => {
  await booked("2027-03-03T09:00:00+01:00");
  await booked("2027-03-03T11:00:00+01:00");
  const page = await salon.open("calendar?date=2027-03-03&view=day");
  const isFocused = (time: string) =>
    page
      .getByRole("button", { name: new RegExp(`^${time}`) })
      .evaluate((card) => card === document.activeElement);
  await page.getByRole("button", { name: /^9:00/ }).click();
  const panel = page.getByRole("complementary", { name: "Zoë Müller", exact: true });
  await panel.getByText("9:00–9:45", { exact: true }).waitFor();
  await page.getByRole("button", { name: /^11:00/ }).click();
  await panel.getByText("11:00–11:45", { exact: true }).waitFor();
  expect(await page.locator("[data-entry][data-selected]").count()).toBe(1);
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await expect.poll(() => isFocused("11:00")).toBe(true);
  expect(await page.locator("[data-entry][data-selected]").count()).toBe(0);
});
