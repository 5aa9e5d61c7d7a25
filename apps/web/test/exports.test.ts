import { join } from "node:path";
import { expect, test } from "vitest";
import { createExport, exportJobs } from "../../../server/src/features/transfer/exports/index.ts";
import { endExport } from "../../../server/src/features/transfer/exports/store.ts";
import { diskBlobs } from "../../../server/src/platform/blobs/index.ts";
import { temporaryFolder } from "../../../server/test/fixtures/temporaryFolder.ts";
import { openTestSalon } from "./testSalon.ts";

const work = temporaryFolder("exports");
const blobs = diskBlobs(join(work, "blobs"));
const salon = await openTestSalon({ server: { blobs } });

test("an owner creates an export, waits for it and downloads the file", async () => {
  const page = await salon.open("settings/exports");
  await page.getByText("No export yet", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Create an export", exact: true }).click();
  await page.getByText("Waiting", { exact: true }).waitFor();
  const writer = { connectionString: salon.connectionString, folder: work, daybookVersion: "test" };
  for (const job of exportJobs(salon, { blobs, writer })) await job.run(new AbortController().signal);
  await page.getByText("Ready", { exact: true }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download", exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^daybook-export-\d{4}-\d\d-\d\d\.daybook$/);
  await salon.release(page);
});

test("a failed and an expired export are explained", async () => {
  const { businessId, ownerId: userId } = salon.salon;
  const now = salon.clock.now();
  for (const status of ["failed", "expired"] as const) {
    const { id } = await salon.database.transaction(async (tx) =>
      createExport(tx, { businessId, userId, now }),
    );
    const end = { businessId, exportId: id, status, byte_length: null, expires_at: null, now };
    await salon.database.query(endExport, end);
  }
  const page = await salon.open("settings/exports");
  await page.getByText("The file could not be written. Create another export.", { exact: true }).waitFor();
  await page.getByText("The file was deleted.", { exact: true }).waitFor();
  await salon.release(page);
});
