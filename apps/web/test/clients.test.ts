import { expect, test } from "vitest";
import { formFixture } from "../../../server/test/fixtures/formFixture.ts";
import { png } from "../../../server/test/fixtures/images.ts";
import { walletsOf } from "../../../server/test/fixtures/wallets.ts";
import { openTestSalon } from "./testSalon.ts";

const mailedTo: string[] = [];
const mailer = {
  from: "Daybook <daybook@example.com>",
  send: async (mail: { to: string }) => void mailedTo.push(mail.to),
  close: () => undefined,
};
const salon = await openTestSalon({ keepsPages: true, server: { mailer } });

const { owner } = await formFixture(salon);
const field = async (body: object) => (await owner("POST", "/client-fields", body)).body.data.id as string;
// Kept pages do not read the fields again, so the fields exist before the first page.
const fields = [
  await field({ label: "Coffee", type: "choice", options: ["Black", "With milk"] }),
  await field({ label: "May we text you?", type: "yes_no" }),
  await field({ label: "Birthday", type: "date" }),
] as const;

const addClient = (more: Record<string, unknown>) => salon.addClient({ first_name: "Greta", ...more });
const read = async (client: string) => (await salon.call("GET", `/clients/${client}`)).body.data;

test("the search finds clients by name, phone and e-mail from two characters on, and Enter opens the first result", async () => {
  const client = await addClient({
    last_name: "Sørensen",
    email: "gs@example.org",
    phone_e164: "+4915155501234",
  });
  const page = await salon.open("clients");
  const found = page.getByRole("link", { name: /Greta Sørensen/ });
  const search = page.getByRole("searchbox", { name: "Search clients" });
  for (const q of ["gr", "5501234", "gs@example"]) {
    await search.fill(q);
    await page.waitForURL((url) => url.searchParams.get("q") === q);
    await found.waitFor();
    await page.getByRole("link", { name: /Zoë Müller/ }).waitFor({ state: "detached" });
  }
  await search.press("Enter");
  await page.waitForURL((url) => url.pathname.endsWith(client));
});

test("habit 29: the alert stands above every tab", async () => {
  const client = await addClient({ last_name: "Alert", alert: "Allergic to latex" });
  const page = await salon.open(`clients/${client}`);
  for (const tab of [
    "Overview",
    "Appointments",
    "Notes",
    "Forms",
    "Photos",
    "Wallet",
    "Messages",
    "Changes",
  ]) {
    await page.getByRole("tab", { name: tab }).click();
    await page.getByRole("tabpanel", { name: tab }).waitFor();
    expect(await page.getByRole("alert").getByText("Allergic to latex").isVisible(), tab).toBe(true);
  }
});

test("the file lists who changed which fields", async () => {
  const client = await addClient({ last_name: "Changed" });
  const page = await salon.open(`clients/${client}?tab=changes`, { role: "manager" });
  const rows = page.getByRole("list", { name: "Changes", exact: true }).getByRole("listitem");
  await rows.getByText("Created", { exact: true }).waitFor();
  await salon.call("PATCH", `/clients/${client}`, { first_name: "Gerda" });
  const row = rows.filter({ hasText: "Changed: First name" });
  await row.getByText("Tests", { exact: true }).waitFor();
  expect(await page.getByRole("link", { name: "Show the values in the audit log" }).count()).toBe(0);
});

test("notes are added, pinned, changed and deleted; typed text is kept until the user discards it", async () => {
  const client = await addClient({ last_name: "Noted" });
  const page = await salon.open(`clients/${client}?tab=notes`);
  const form = page.getByRole("form", { name: "Add note" });
  const text = form.getByLabel("Note", { exact: true });
  const items = page.getByRole("list", { name: "Notes", exact: true }).getByRole("listitem");
  const first = items.first();
  for (const typed of ["6.1 + 7.0, 6 %", "Likes silence"]) {
    await text.fill(typed);
    await form.getByRole("button", { name: "Add note" }).click();
    await first.getByText(typed, { exact: true }).waitFor();
    expect(await text.inputValue()).toBe("");
  }
  const formula = items.filter({ hasText: "6.1 + 7.0, 6 %" });
  const act = async (action: string) => {
    await formula.getByRole("button", { name: /^Actions for the note of/ }).click();
    await page.getByRole("menuitem", { name: action, exact: true }).click();
  };
  await act("Pin to the top");
  await first.getByText("6.1 + 7.0, 6 %", { exact: true }).waitFor();
  await act("Edit note");
  const edited = page.getByRole("form", { name: "Edit note" });
  await edited.getByLabel("Note", { exact: true }).fill("6.1 + 7.0, 6 %, 35 minutes");
  await page.getByRole("tab", { name: "Overview" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
  await edited.getByRole("button", { name: "Save" }).click();
  await formula.getByText("6.1 + 7.0, 6 %, 35 minutes", { exact: true }).waitFor();
  await act("Delete note");
  await page.getByRole("dialog").getByRole("button", { name: "Delete note" }).click();
  await formula.waitFor({ state: "detached" });
  await first.getByText("Likes silence", { exact: true }).waitFor();
  await page.getByRole("tab", { name: "Overview" }).click();
  const notes = page.locator("section").filter({ has: page.getByRole("heading", { name: "Notes" }) });
  await notes.getByText("Likes silence", { exact: true }).waitFor();
});

test("habit 30: Rebook opens a new appointment with the same client and services", async () => {
  const client = await addClient({ last_name: "Again" });
  const booked = await salon.book("2027-03-02T10:00:00+01:00", salon.salon.cut, salon.salon.ben, {
    client_id: client,
  });
  expect(booked.status).toBe(201);
  const page = await salon.open(`clients/${client}?tab=appointments`);
  await page.getByRole("button", { name: "Rebook Cut of 02/03/2027" }).click();
  const form = page.getByRole("complementary", { name: "New appointment" });
  await form.getByRole("button", { name: "Book" }).waitFor();
  expect(await form.getByLabel("Client", { exact: true }).inputValue()).toBe("Greta Again");
  await expect
    .poll(() => form.getByLabel("Service 1", { exact: true }).inputValue(), { timeout: 60_000 })
    .toMatch(/^Cut/);
  expect(await form.getByLabel("Staff member for service 1").inputValue()).toBe("Ben");
});

test("habit 31: fields are checked by their type, and unsaved changes are not lost", async () => {
  const [coffee, texts, since] = fields;
  const client = await addClient({ last_name: "Fields" });
  const page = await salon.open(`clients/${client}?edit=1`);
  const form = page.getByRole("complementary", { name: "Edit client" });
  await form.getByLabel("Phone").fill("call me");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("This is not a complete phone number.").waitFor();
  await page.getByRole("link", { name: "All clients" }).click();
  const dialog = page.getByRole("dialog", { name: "Discard what you typed?" });
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  expect(await form.getByLabel("Phone").inputValue()).toBe("call me");
  await form.getByLabel("Phone").fill("030 1234567");
  await form.getByLabel("Coffee").click();
  await page.getByRole("option", { name: "With milk" }).click();
  await form.getByText("Yes", { exact: true }).click();
  await form.getByLabel("Birthday").fill("1990-05-17");
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
  expect(await read(client)).toMatchObject({
    phone_e164: "+49301234567",
    custom_fields: { [coffee]: "With milk", [texts]: true, [since]: "1990-05-17" },
  });
});

test("two users change one client: the second one sees both values and chooses", async () => {
  const client = await addClient({ last_name: "First" });
  const page = await salon.open(`clients/${client}?edit=1`);
  const form = page.getByRole("complementary", { name: "Edit client" });
  await form.getByLabel("Last name").fill("Mine");
  await salon.call("PATCH", `/clients/${client}`, { last_name: "Theirs" });
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByRole("cell", { name: "Theirs" }).waitFor();
  expect(await form.getByRole("cell", { name: "Mine" }).isVisible()).toBe(true);
  expect((await read(client)).last_name).toBe("Theirs");
  await form.getByRole("button", { name: "Save mine" }).click();
  await form.waitFor({ state: "detached" });
  expect((await read(client)).last_name).toBe("Mine");
});

test("habit 32: an upload shows its progress, is sent again after a failure, and gets a caption; two photos are compared", async () => {
  const client = await addClient({ last_name: "Photo" });
  const page = await salon.open(`clients/${client}?tab=photos`);
  let isDown = true;
  let progressShown = 0;
  await page.route(`**/clients/${client}/photos`, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    if (isDown) return route.abort();
    // At 0 %, the progress bar has no width, so it is attached but not visible.
    await page.getByRole("progressbar").waitFor({ state: "attached" });
    progressShown++;
    return route.continue();
  });
  const upload = async (name: string) => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Add photos" }).click();
    await (await chooser).setFiles({ name, mimeType: "image/png", buffer: png({ width: 60, height: 40 }) });
  };
  await page.getByLabel("The client agrees to the use of the photos").check();
  await upload("before.png");
  await page.getByText("before.png was not uploaded").waitFor();
  isDown = false;
  await page.getByRole("button", { name: "Retry" }).click();
  await page
    .getByRole("list", { name: "Photos" })
    .getByRole("img", { name: /^Before/ })
    .waitFor();
  await page.getByText("After", { exact: true }).click();
  await upload("after.png");
  const slider = page.getByRole("slider", { name: "Share of the photo from before" });
  await slider.press("End");
  expect(await slider.inputValue()).toBe("100");
  expect(progressShown).toBe(2);
  const before = page
    .getByRole("list", { name: "Photos" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("img", { name: /^Before/ }) });
  await before.getByRole("button", { name: /^Actions for / }).click();
  await page.getByRole("menuitem", { name: "Add a caption", exact: true }).click();
  await before.getByLabel("Caption", { exact: true }).fill("Roots 6.1");
  await before.getByRole("button", { name: "Save", exact: true }).click();
  await before.getByText("Roots 6.1", { exact: true }).waitFor();
  const photos = (await salon.call("GET", `/clients/${client}/photos`)).body.data.items;
  expect(photos.map(({ stage }: { stage: string }) => stage).sort()).toEqual(["after", "before"]);

  await before.getByRole("button", { name: /^Actions for / }).click();
  await page.getByRole("menuitem", { name: "Withdraw consent", exact: true }).click();
  await before.getByText("Consent withdrawn on 01/03/2027", { exact: true }).waitFor();
  const { body } = await salon.book("2027-03-22T10:00:00+01:00", salon.salon.cut, salon.salon.anna, {
    client_id: client,
  });
  await salon.follow(page, `calendar?date=2027-03-22&view=day&open=${body.data.id}`);
  const panel = page.getByRole("complementary", { name: "Greta Photo", exact: true });
  await expect
    .poll(() => panel.getByRole("list", { name: "Photos", exact: true }).getByRole("listitem").count())
    .toBe(2);
});

test("habit 33: a due form is sent by e-mail and opened as a QR code, and is shown as signed with its answers afterwards", async () => {
  const forms = await formFixture(salon);
  const template = await forms.template({ name: "Health check" });
  const client = await addClient({ last_name: "Form", email: "greta.form@example.org" });
  await forms.appointment({ client_id: client });
  const page = await salon.open(`clients/${client}?tab=forms`);
  await page.getByText("1 form is due").waitFor();
  await page.getByRole("button", { name: "Send by e-mail", exact: true }).click();
  await page.getByText("Waiting for the client · Sent on 01/03/2027", { exact: true }).waitFor();
  expect(mailedTo).toEqual(["greta.form@example.org"]);
  await page.getByRole("button", { name: "Sign on site" }).click();
  const dialog = page.getByRole("dialog", { name: "Forms to sign" });
  await dialog.getByRole("img", { name: "QR code of the link to the forms" }).waitFor();
  const url = await dialog.getByRole("link", { name: "Open the link" }).getAttribute("href");
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByText("Waiting for the client").waitFor();
  const token = url?.split("/").at(-1) ?? "";
  const [due] = (await forms.open(token)).body.data.forms;
  const [question] = template.fields;
  const sent = await forms.submit(token, {
    form_id: due.id,
    signer_name: "Greta Form",
    answers: [{ field_id: question?.id, value: "Pollen" }],
  });
  expect(sent.status, sent.text).toBeLessThan(300);
  await page.reload();
  await page
    .getByText("Signed by Greta Form on 01/03/2027 · Sent on 01/03/2027 · Opened on 01/03/2027", {
      exact: true,
    })
    .waitFor();
  await page.getByText("Answers to Health check").click();
  await page.getByText("Pollen").waitFor();
});

test("habit 34: the wallet shows the sums of its ledger", async () => {
  const wallets = walletsOf(salon);
  const { entitlementId } = await wallets.giftCard(10_000);
  const packageId = await wallets.package({ units: 10 });
  await wallets.redeem("package", packageId);
  const sum = async (id: string) => (await wallets.ledger(id)).reduce((total, { delta }) => total + delta, 0);
  expect([await sum(entitlementId), await sum(packageId)]).toEqual([10_000, 9]);
  const page = await salon.open(`clients/${salon.salon.clientId}?tab=wallet`);
  await page.getByText("9 of 10 left").waitFor();
  await page.getByText("€100.00").waitFor();

  await page.getByRole("button", { name: "Actions for 10 visits", exact: true }).click();
  await page.getByRole("menuitem", { name: "Change the balance", exact: true }).click();
  const adjusting = page.getByRole("dialog", { name: "Change the balance of “10 visits”", exact: true });
  await adjusting.getByRole("button", { name: "Change the balance", exact: true }).click();
  await adjusting.getByText("Enter a reason.", { exact: true }).waitFor();
  await adjusting.getByText("Take away", { exact: true }).click();
  await adjusting.getByLabel("Services", { exact: true }).fill("2");
  await adjusting.getByLabel("Reason", { exact: true }).fill("Two visits were not recorded");
  await adjusting.getByRole("button", { name: "Change the balance", exact: true }).click();
  await page.getByText("7 of 10 left", { exact: true }).waitFor();
  expect(await sum(packageId)).toBe(7);
  await page.getByRole("button", { name: /^Actions for Gift card ending in/ }).click();
  await page.getByRole("menuitem", { name: "Block", exact: true }).click();
  const blocking = page.getByRole("dialog", { name: /^Block “Gift card/ });
  await blocking.getByLabel("Reason", { exact: true }).fill("Reported as lost");
  await blocking.getByRole("button", { name: "Block", exact: true }).click();
  await page.getByText(/Blocked since/).waitFor();
});

test("a patch test says from which date online booking opens", async () => {
  const client = await addClient({ last_name: "Patch", patch_test_at: "2027-02-28" });
  const page = await salon.open(`clients/${client}`);
  // Online booking opens 48 hours after the end of 28 February.
  await page.getByText("Online booking opens on 03/03/2027").waitFor();
  await page.getByRole("button", { name: "Block online booking" }).click();
  await page.getByText("No online booking").waitFor();
  expect((await read(client)).online_booking_blocked_at).not.toBeNull();
});

test("two clients are merged side by side, and the file of the remaining one opens", async () => {
  const [kept, gone] = [
    await addClient({ last_name: "Kept", phone_e164: "+4915155507777" }),
    await addClient({ last_name: "Gone", email: "gone@example.org" }),
  ];
  const page = await salon.open(`clients/${gone}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Merge with another client" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge two clients" });
  await dialog.getByLabel("The other client").fill("Kept");
  await page.getByRole("option", { name: /Greta Kept/ }).click();
  await dialog.getByRole("radio", { name: /Greta Kept/ }).check();
  await dialog.getByRole("button", { name: "Merge into Greta Kept" }).click();
  await page.waitForURL((url) => url.pathname.endsWith(kept));
  expect(await read(kept)).toMatchObject({ phone_e164: "+4915155507777", email: "gone@example.org" });
});

test("the dialog to merge offers the clients with the same phone number, e-mail address or name", async () => {
  const phone_e164 = "+4915155508888";
  const client = await addClient({ last_name: "Single", phone_e164 });
  await addClient({ last_name: "Twin", phone_e164 });
  const page = await salon.open(`clients/${client}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Merge with another client" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge two clients" });
  await dialog
    .getByRole("group", { name: "Possible duplicates" })
    .getByRole("button", { name: /^Greta Twin · \+4915155508888 ?same phone$/ })
    .click();
  await dialog.getByRole("radio", { name: /^Greta Twin/ }).waitFor();
});

test("a role that may not merge or erase sees the actions disabled with the reason", async () => {
  const page = await salon.open(`clients/${salon.salon.clientId}`, { role: "reception" });
  await page.getByRole("button", { name: "More actions" }).click();
  const merge = page.getByRole("menuitem", { name: "Merge with another client" });
  expect(await merge.getAttribute("title")).toBe("Only for: owner, manager");
  expect(await merge.isDisabled()).toBe(true);
});
