import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openTestSalon } from "./testSalon.ts";

const salon = await openTestSalon({ isShared: true, keepsPages: true });

test("signing in leads to where the user wanted to go", async () => {
  const { email, password } = await salon.login("reception");
  const path = `/app/${salon.salon.businessId}/calendar?date=2027-03-02&view=week`;
  const page = await salon.openSignedOut(path);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("wrong password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("E-mail or password is wrong.").waitFor();
  expect(await page.getByLabel("E-mail").inputValue()).toBe(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator("[data-grid]").waitFor();
  expect(page.url()).toBe(salon.address + path);
});

test("a session that ends while typing is renewed over the page, and what was being saved is saved", async () => {
  const page = await salon.open("calendar?date=2027-03-03&view=day&new=2027-03-03T09:00:00.000Z");
  const panel = page.locator("aside");
  await panel.getByText("Block time").click();
  await panel.getByLabel("Label").fill("Delivery");
  // The test ends the session when the page sends the first POST. If a refetch received a 401 response earlier, the sign-in dialog would
  // cover the button.
  let hasEnded = false;
  await page.route(/\/blocks($|\?)/, async (route) => {
    if (route.request().method() === "POST" && !hasEnded) {
      hasEnded = true;
      await page.context().clearCookies();
    }
    await route.continue();
  });
  await panel.getByRole("button", { name: "Block time" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Please sign in again").waitFor();
  expect(await panel.getByLabel("Label").inputValue()).toBe("Delivery");
  await dialog.getByLabel("Password", { exact: true }).fill((await salon.login("owner")).password);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: /^Delivery, 10:00/ }).waitFor();
  expect(new URL(page.url()).searchParams.get("date")).toBe("2027-03-03");
});

test("a form that is not saved asks before it is left, and keeps what was typed", async () => {
  const page = await salon.open("calendar?date=2027-03-03&view=day&new=2027-03-03T09:00:00.000Z");
  const service = page.locator('aside input[aria-label="Service 1"]');
  await service.click();
  await page.getByRole("option", { name: /^Cut/ }).click();
  await page.locator("aside").getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  expect(await service.inputValue()).toMatch(/^Cut/);
  await page.locator("aside").getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.locator("aside").waitFor({ state: "detached" });
});

test("offline, loaded data stays visible, changes are disabled with the reason, and typed text is kept", async () => {
  await salon.book("2027-03-04T10:00:00+01:00", salon.salon.cut);
  const page = await salon.open("calendar?date=2027-03-04&view=day");
  const card = page.getByRole("button", { name: /^10:00 to 10:45/ });
  await card.click();
  await page.locator("aside").getByLabel("Note for the team").fill("Prefers tea");
  await page.context().setOffline(true);
  await page.getByText("You are offline.").waitFor();
  expect(await card.count()).toBe(1);
  const checkIn = page.getByRole("button", { name: "Check in" });
  expect(await checkIn.getAttribute("aria-disabled")).toBe("true");
  await checkIn.hover();
  await page.getByRole("tooltip", { name: "Not possible offline" }).waitFor();
  await page.context().setOffline(false);
  await page.locator("aside").getByRole("button", { name: "Save" }).click();
  await expect
    .poll(
      async () =>
        (
          await salon.call(
            "GET",
            `/appointments?location_id=${salon.salon.locationId}&from=2027-03-04T00:00:00Z&to=2027-03-05T00:00:00Z`,
          )
        ).body.data.items[0].internal_note,
    )
    .toBe("Prefers tea");
});

test("a failure of the server keeps what was typed, and Try again sends the same request once", async () => {
  const page = await salon.open("calendar?date=2027-03-05&view=day&new=2027-03-05T09:00:00.000Z~~30~block");
  const panel = page.locator("aside");
  await panel.getByLabel("Label").fill("Stocktaking");
  const keys: (string | undefined)[] = [];
  await page.route("**/blocks", async (route) => {
    const request = route.request();
    if (request.method() !== "POST") return route.fallback();
    keys.push(request.headers()["idempotency-key"]);
    if (keys.length > 1) return route.fallback();
    // The server executes the request, but the page does not receive the response.
    await route.fetch();
    return route.fulfill({
      status: 500,
      json: { success: false, code: "internal_error", message: "Something failed." },
    });
  });
  await panel.getByRole("button", { name: "Block time" }).click();
  await panel.getByText("Your input is kept").waitFor();
  expect(await panel.getByLabel("Label").inputValue()).toBe("Stocktaking");
  await panel.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: /^Stocktaking/ }).waitFor();
  expect(new Set(keys).size).toBe(1);
  const { body } = await salon.call(
    "GET",
    `/blocks?location_id=${salon.salon.locationId}&from=2027-03-05T00:00:00Z&to=2027-03-06T00:00:00Z`,
  );
  expect(body.data.items).toHaveLength(1);
});

test("two tabs edit the note of one appointment: the second one sees both notes and chooses", async () => {
  const { body } = await salon.book("2027-03-08T10:00:00+01:00", salon.salon.cut);
  const path = `calendar?date=2027-03-08&view=day&open=${body.data.id}`;
  const tabs = [await salon.open(path), await salon.open(path)] as const;
  const note = (tab: Page) => tab.locator("aside").getByLabel("Note for the team", { exact: true });
  const click = (tab: Page, name: string) =>
    tab.locator("aside").getByRole("button", { name, exact: true }).click();
  const saved = async () =>
    (await salon.call("GET", `/appointments/${body.data.id}`)).body.data.internal_note;
  // The second user starts typing before the first user saves.
  await note(tabs[1]).fill("Prefers tea");
  await note(tabs[0]).fill("Prefers coffee");
  await click(tabs[0], "Save");
  await expect.poll(saved).toBe("Prefers coffee");
  await click(tabs[1], "Save");
  const conflict = tabs[1].getByRole("alert").filter({ hasText: "Another user changed this note meanwhile" });
  await conflict.getByText("Prefers coffee", { exact: true }).waitFor();
  expect(await note(tabs[1]).inputValue()).toBe("Prefers tea");
  await click(tabs[1], "Save mine");
  await expect.poll(saved).toBe("Prefers tea");
  await conflict.waitFor({ state: "detached" });

  await expect.poll(() => note(tabs[0]).inputValue(), { timeout: 20_000 }).toBe("Prefers tea");
  await note(tabs[0]).fill("Prefers water");
  await note(tabs[1]).fill("Prefers juice");
  await click(tabs[1], "Save");
  await expect.poll(saved).toBe("Prefers juice");
  await click(tabs[0], "Save");
  await click(tabs[0], "Take theirs");
  await expect.poll(() => note(tabs[0]).inputValue(), { timeout: 20_000 }).toBe("Prefers juice");
  expect(await saved()).toBe("Prefers juice");
});

test("two users move one appointment: the second one sees its present time and decides", async () => {
  const { body } = await salon.book("2027-03-09T10:00:00+01:00", salon.salon.cut);
  const { id, version } = body.data;
  const page = await salon.open("calendar?date=2027-03-09&view=day");
  await page.getByRole("button", { name: /^10:00 to 10:45/ }).focus();
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("10:00–10:45", { exact: false }).waitFor();
  const moved = await salon.call("PATCH", `/appointments/${id}/schedule`, {
    starts_at: "2027-03-09T14:00:00+01:00",
  });
  expect([moved.status, moved.body.data.version > version]).toEqual([200, true]);
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await dialog.getByText("Another user changed this appointment meanwhile", { exact: true }).waitFor();
  await dialog.getByText(/14:00–14:45/).waitFor();
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  const { starts_at } = (await salon.call("GET", `/appointments/${id}`)).body.data;
  expect(starts_at).toBe("2027-03-09T10:05:00+01:00");
});

test("the command palette opens screens, and clients by name and phone number", async () => {
  const body = { first_name: "Ottilie", last_name: "Palette", phone_e164: "+4930555987654" };
  const created = await salon.call("POST", "/clients", body);
  const page = await salon.open("calendar?view=day");
  await page.locator("[data-grid]").waitFor();
  for (const typed of ["ottil", "555987"]) {
    await page.keyboard.press("Control+k");
    const search = page.getByPlaceholder("Search clients, screens and actions");
    await search.fill(typed);
    await page.locator("[data-selected]", { hasText: "Ottilie Palette" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`/clients/${created.body.data.id}`));
  }
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Search clients, screens and actions").fill("repor");
  await page.locator("[data-selected]", { hasText: "Reports" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/reports/);
});

test("the command palette opens from a field, and when its code is still loading", async () => {
  const page = await salon.open("clients");
  let deliver = () => {};
  const pressed = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route(/CommandPalette[^/]*\.js$/, async (route) => {
    await pressed;
    await route.continue();
  });
  await page.reload();
  await page.getByRole("searchbox").first().focus();
  await page.keyboard.press("Control+k");
  deliver();
  const search = page.getByPlaceholder("Search clients, screens and actions");
  await search.waitFor();
  await search.press("Control+k");
  await search.waitFor({ state: "detached" });
});

test("language and appearance are chosen in the menu and kept", async () => {
  const page = await salon.open("calendar?date=2027-03-02");
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Deutsch" }).click();
  await page.getByRole("button", { name: "Heute" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Ihr Konto" }).click();
  await page.getByRole("menuitem", { name: "Dunkel" }).click();
  expect(await page.locator("html").getAttribute("data-mantine-color-scheme")).toBe("dark");
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
});

test.each(["calendar?view=list", "calendar?view=month", "calendar?view=day&new=now"])(
  "no screen overflows in German at 320 px: %s",
  async (path) => {
    const page = await salon.open(path, { width: 320, height: 640, locale: "de-DE" });
    await page.getByRole("navigation", { name: "Hauptnavigation" }).waitFor();
    await page
      .getByRole("button", { name: /Tag|Monat/ })
      .first()
      .waitFor();
    const { scrollWidth, innerWidth } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      innerWidth: window.innerWidth,
    }));
    expect(scrollWidth).toBeLessThanOrEqual(innerWidth);
  },
);

test("nothing is loaded from another host, and no script is refused by the policy", async () => {
  const page = await salon.openSignedOut("/app/sign-in");
  const hosts = new Set<string>();
  const refused: string[] = [];
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  page.on(
    "console",
    (message) => /Content Security Policy/.test(message.text()) && refused.push(message.text()),
  );
  await page.reload();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect([...hosts]).toEqual([new URL(salon.address).host]);
  expect(refused).toEqual([]);
});
