import { expect, test } from "vitest";
import { openTestSalon } from "./testSalon.ts";

const salon = await openTestSalon({ isShared: true, keepsPages: true });

async function stored<T>(path: string): Promise<T> {
  const { cookie } = await salon.login("owner");
  const url = `${salon.address}/api/v1/businesses/${salon.salon.businessId}/${path}`;
  const answer = await fetch(url, { headers: { cookie } });
  return ((await answer.json()) as { data: T }).data;
}

const serviceOf = (id: string) => stored<Record<string, unknown>>(`services/${id}`);

async function storedNames() {
  const { items } = await stored<{ items: { name: string; position: number }[] }>("services");
  return items.sort((one, other) => one.position - other.position).map(({ name }) => name);
}

test("habit 38: a staff member has a price and minutes of their own, and a service is hidden online", async () => {
  const { cut, anna } = salon.salon;
  const page = await salon.open("menu");
  await page.getByRole("button", { name: /^Cut/ }).click();
  await page.getByLabel("Minutes of Anna").fill("60");
  await page.getByLabel("Price of Anna").fill("55");
  await page.getByLabel("Clients can book it online").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: /^Cut\s*Not online/ }).waitFor();
  expect(await serviceOf(cut)).toMatchObject({
    online_bookable: false,
    staff: expect.arrayContaining([
      { staff_id: anna, duration_minutes: 60, price: { amount: 5500, currency: "EUR" } },
    ]),
  });
});

test("services are ordered by the arrow keys and by dragging", async () => {
  const page = await salon.open("menu");
  const names = () => page.locator("main li button:last-child > span:first-child").allInnerTexts();
  await page.getByRole("button", { name: "Move Massage" }).focus();
  const before = await names();
  await page.keyboard.press("ArrowUp");
  await expect.poll(names).not.toEqual(before);
  await page.getByText(/^Massage is now number/).waitFor({ state: "attached" });
  const afterKey = await names();
  // `hover` waits until the row has stopped moving. A late banner may move the row away from the pointer.
  await page.getByRole("button", { name: "Move Massage" }).hover();
  await page.mouse.down();
  const last = await page.locator("main li").last().boundingBox();
  if (last === null) throw new Error("There is no row.");
  await page.mouse.move(last.x + 20, last.y + last.height - 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(names).not.toEqual(afterKey);
  const afterDrag = await names();
  expect(afterDrag.at(-1)).toBe("Massage");
  // Waits until the last change is stored, because a reload cancels pending requests.
  await expect.poll(storedNames).toEqual(["Cut", "Colour", "Massage"]);
  await page.reload();
  await expect.poll(names).toEqual(afterDrag);
});

test("reception sees the menu and why it cannot change it", async () => {
  const page = await salon.open("menu", { role: "reception" });
  await page.getByRole("button", { name: /^Massage/ }).waitFor();
  expect(await page.getByRole("button", { name: "New service" }).getAttribute("aria-disabled")).toBe("true");
  expect(await page.getByRole("button", { name: "Move Massage" }).count()).toBe(0);
});
