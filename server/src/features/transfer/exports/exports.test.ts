import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { extract } from "tar-stream";
import { expect, test } from "vitest";
import { signedIn } from "../../../../test/fixtures/signedIn.ts";
import { type MemberCall, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { temporaryFolder } from "../../../../test/fixtures/temporaryFolder.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";
import { checkArchive, EXPORT } from "../../../platform/backup/index.ts";
import { diskBlobs } from "../../../platform/blobs/index.ts";
import { addMembership } from "../../access/accounts/index.ts";
import { exportJobs } from "./index.ts";

const work = temporaryFolder("exports");
const blobs = diskBlobs(join(work, "blobs"));
const folder = join(work, "unfinished");
const DAY = 86_400_000;
const owner: MemberCall = (method, path, body) =>
  browser.call(method, `/businesses/${open.salon.businessId}${path}`, body);
const open = await testApp({ server: { blobs } });
const browser = await signedIn(open);
const { businessId } = open.salon;
const membership = { userId: browser.userId, businessId, role: "owner", staffId: null } as const;
await open.database.transaction((tx) => addMembership(tx, { ...membership, now: open.clock.now() }));

async function runJobs(connectionString = open.connectionString): Promise<void> {
  const writer = { connectionString, folder, daybookVersion: "test" };
  for (const job of exportJobs(open, { blobs, writer })) await job.run(new AbortController().signal);
}

async function requested(): Promise<string> {
  const made = await owner("POST", "/exports");
  expect(made.status, made.text).toBe(201);
  expect(made.body.data).toMatchObject({ status: "queued", byte_length: null, expires_at: null });
  return made.body.data.id;
}

const one = async (id: string) => (await owner("GET", `/exports/${id}`)).body.data;

test("an owner requests an export, downloads its file for a day, and the audit log has the request", async () => {
  const id = await requested();
  expect((await owner("GET", `/exports/${id}/file`)).status).toBe(404);
  await runJobs();
  const ready = await one(id);
  expect(ready).toMatchObject({
    status: "ready",
    expires_at: new Date(open.clock.now() + DAY).toISOString().replace(".000", ""),
  });
  expect(ready.done_count).toBe(ready.table_count);
  const answer = await open.app.inject({
    url: `/api/v1/businesses/${open.salon.businessId}/exports/${id}/file`,
    headers: { cookie: browser.cookie(), host: "localhost:80" },
  });
  expect(answer.headers).toMatchObject({
    "content-type": "application/gzip",
    "content-disposition": expect.stringMatching(/^attachment; filename="daybook-export-.+\.daybook"$/),
    "cross-origin-resource-policy": "same-origin",
  });
  expect(answer.rawPayload.length).toBe(ready.byte_length);
  const file = join(work, "downloaded.daybook");
  writeFileSync(file, answer.rawPayload);
  const { manifest } = await checkArchive(file, EXPORT);
  expect(manifest.business?.id).toBe(open.salon.businessId);
  expect(readdirSync(folder)).toEqual([]);
  const log = await owner("GET", `/audit-log?entity_id=${id}`);
  const entries = log.body.data.items as { action: string; actor: { kind: string } }[];
  expect(entries.map(({ action, actor }) => [action, actor.kind])).toContainEqual(["created", "user"]);

  open.clock.set(open.clock.now() + DAY);
  expect((await owner("GET", `/exports/${id}/file`)).status).toBe(404);
  await runJobs();
  expect(await one(id)).toMatchObject({ status: "expired", byte_length: null });
  expect(await blobs.get({ businessId: open.salon.businessId, id })).toBeNull();
});

/** Returns the cells of each file in an export, by the name of the file. */
async function cellsOf(archive: Buffer): Promise<Record<string, string[]>> {
  const cells: Record<string, string[]> = {};
  const entries = extract();
  entries.end(gunzipSync(archive));
  for await (const entry of entries) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const found = text.matchAll(/(?:^|,|(?<=\n))(?:"((?:[^"]|"")*)"|([^",\n]*))/g);
    cells[entry.header.name] = [...found].map(([, quoted, plain = ""]) => quoted ?? plain);
  }
  return cells;
}

test("no cell of the CSV files of an export is a formula", async () => {
  const client = {
    first_name: "=1+1",
    last_name: "+Müller, Ida",
    alert: "-Tea",
    phone_e164: "+493012345678",
  };
  const made = await owner("POST", "/clients", client);
  const { cut, anna } = open.salon;
  const booked = await open.book("2027-03-08T09:00:00+01:00", cut, anna, { client_id: made.body.data.id });
  const note = { internal_note: "@SUM(A1)" };
  expect((await owner("PATCH", `/appointments/${booked.body.data.id}/note`, note)).status).toBe(200);
  const id = await requested();
  await runJobs();
  const file = await blobs.get({ businessId: open.salon.businessId, id });

  const chunks: Buffer[] = (await file?.stream.toArray()) ?? [];
  const files = await cellsOf(Buffer.concat(chunks));
  expect(files["csv/clients.csv"]).toEqual(
    expect.arrayContaining(["'=1+1", "'+Müller, Ida", "'-Tea", "'+493012345678"]),
  );
  expect(files["csv/appointments.csv"]).toEqual(expect.arrayContaining(["'=1+1 +Müller, Ida", "'@SUM(A1)"]));
  for (const name of ["clients", "appointments", "sales"])
    expect(
      files[`csv/${name}.csv`]?.filter((cell) => /^[=+@\t\r-]/.test(cell)),
      name,
    ).toEqual([]);
});

test("an export that cannot be written fails, and leaves no file", async () => {
  const id = await requested();
  const unreachable = open.connectionString.replace(/[^/]+$/, "no_such_database");
  await expect(runJobs(unreachable)).rejects.toThrow("no_such_database");
  expect(await one(id)).toMatchObject({ status: "failed", expires_at: null });
  expect(readdirSync(folder)).toEqual([]);
});

test("two workers write an export once, and another owner's requests are limited", async () => {
  const id = await requested();
  await Promise.all([runJobs(), runJobs()]);
  expect(await one(id)).toMatchObject({ status: "ready" });
  const manager = await signedInMember(open, "manager");
  expect((await manager("POST", "/exports")).status).toBe(403);
  const answers = [];
  for (let count = 0; count < 5; count++) answers.push((await owner("POST", "/exports")).status);
  expect(answers.at(-1)).toBe(429);
});
