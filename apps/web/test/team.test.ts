import { expect, test } from "vitest";
import { png } from "../../../server/test/fixtures/images.ts";
import { salesOf } from "./salesOf.ts";
import { openTestSalon } from "./testSalon.ts";

const salon = await openTestSalon({ isShared: true, keepsPages: true });
const sales = salesOf(salon);

const mondayOf = async (staff: string) => {
  const { weekly } = await sales.send("GET", `/staff/${staff}/hours`);
  return weekly.filter(({ weekday }: { weekday: number }) => weekday === 1);
};

test("habits 36 and 39: the hours of a day are copied, overlaps are refused while typing, and the zone is shown", async () => {
  const page = await salon.open(`team/${salon.salon.ben}`);
  await page.getByText("All times are local times of Europe/Berlin", { exact: true }).waitFor();
  await page.getByLabel("Tuesday, start 1").fill("10:30");
  await page.getByLabel("Tuesday, end 1").fill("1530");
  await page.getByRole("button", { name: "Add hours on Tuesday", exact: true }).click();
  await page.getByLabel("Tuesday, start 2").fill("15:00");
  await page.getByText("These hours overlap.", { exact: true }).waitFor();
  const save = page.getByRole("button", { name: "Save", exact: true });
  expect(await save.getAttribute("aria-disabled")).toBe("true");
  await page.getByRole("button", { name: "Remove hours 2 on Tuesday", exact: true }).click();
  await page.getByRole("button", { name: "Tuesday: Copy to …", exact: true }).click();
  await page.getByRole("menuitem", { name: "Monday", exact: true }).click();
  await expect.poll(() => page.getByLabel("Monday, start 1").inputValue()).toBe("10:30");
  await save.click();
  await page.getByText("Saved", { exact: true }).waitFor();
  expect(await mondayOf(salon.salon.ben)).toMatchObject([{ starts: "10:30", ends: "15:30" }]);
});

test("habit 37: appointments outside of new hours are listed before the hours are saved", async () => {
  await sales.appointment();
  const before = await mondayOf(salon.salon.anna);
  const page = await salon.open(`team/${salon.salon.anna}`);
  await page.getByRole("button", { name: "Remove hours 1 on Monday", exact: true }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "1 appointment is outside of the new hours" });
  await dialog.getByRole("link").waitFor();
  expect(await mondayOf(salon.salon.anna)).toEqual(before);
  await dialog.getByRole("button", { name: "Save anyway", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(await mondayOf(salon.salon.anna)).toEqual([]);
});

test("time off is added, changed and removed", async () => {
  const page = await salon.open(`team/${salon.salon.ben}?tab=time-off`);
  const times = async () =>
    (await sales.send("GET", `/staff/${salon.salon.ben}/hours`)).time_off.map(
      ({ starts_at, ends_at, label }: Record<string, string>) => [starts_at, ends_at, label],
    );
  await page.getByLabel("From", { exact: true }).fill("02/08/2027");
  await page.getByLabel("To (included)", { exact: true }).fill("06/08/2027");
  await page.getByLabel("Reason", { exact: true }).fill("Holiday");
  await page.getByRole("button", { name: "Add time off", exact: true }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const to = page.getByLabel("To (included)", { exact: true });
  await expect.poll(() => to.inputValue()).toBe("06/08/2027");
  await to.fill("13/08/2027");
  await page.getByRole("button", { name: "Save the time off", exact: true }).click();
  await page.getByRole("button", { name: "Add time off", exact: true }).waitFor();
  expect(await times()).toEqual([["2027-08-01T22:00:00Z", "2027-08-13T22:00:00Z", "Holiday"]]);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("No time off is planned.", { exact: true }).waitFor();
  expect(await times()).toEqual([]);
});

test("a photo of a staff member is uploaded, shown in the list of staff and in the calendar, and removed", async () => {
  const page = await salon.open(`team/${salon.salon.ben}?tab=details`);
  const field = page.getByRole("region", { name: "Photo", exact: true });
  await field.getByRole("button", { name: "Upload", exact: true }).waitFor();
  // Uploading a photo keeps the unsaved name in the form.
  await page.getByLabel("First name", { exact: true }).fill("Benno");
  const file = { name: "ben.png", mimeType: "image/png", buffer: png({ width: 40, height: 30 }) };
  await field.locator("input[type=file]").setInputFiles(file);
  const dialog = page.getByRole("dialog", { name: "Crop the picture", exact: true });
  await dialog.getByRole("application", { name: /^Part of the picture/ }).press("ArrowRight");
  await dialog.getByRole("button", { name: "Use this part", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  await field.getByRole("button", { name: "Replace", exact: true }).waitFor();
  expect(await page.getByLabel("First name", { exact: true }).inputValue()).toBe("Benno");
  const isShown = (of: typeof page) =>
    expect
      .poll(
        () =>
          of
            .locator("img[src*='/public/pictures/']")
            .evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth)),
        { timeout: 60_000 },
      )
      .toEqual([384]);
  await isShown(page);
  const calendar = await salon.open("calendar?view=day");
  await isShown(calendar);
  await salon.release(calendar);
  await field.getByRole("button", { name: "Remove", exact: true }).click();
  await field.getByRole("button", { name: "Upload", exact: true }).waitFor();
});
