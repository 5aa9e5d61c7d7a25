import { statSync, truncateSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renewInvitations } from "../../src/cli/importBusiness.ts";
import { loadDemo } from "../../src/demo/index.ts";
import { exportContents } from "../../src/features/transfer/exports/index.ts";
import { settableClock } from "../../src/kernel/clock.ts";
import { newId } from "../../src/kernel/ids.ts";
import { checkArchive, EXPORT, importExport, writeExport } from "../../src/platform/backup/index.ts";
import { diskBlobs } from "../../src/platform/blobs/index.ts";
import { photoBlobs } from "../../src/tables/clients.ts";
import { recordsApp, saleOf } from "../contract/recordsApp.ts";
import { connectedClient } from "../fixtures/connectedClient.ts";
import { freshDatabase } from "../fixtures/database.ts";
import { settle } from "../fixtures/settle.ts";
import { temporaryFolder } from "../fixtures/temporaryFolder.ts";
import { isFullRun } from "../fullRun.ts";
import {
  bothAnswer,
  everyPath,
  ownerOf,
  photoOf,
  pictureOf,
  routesNotRead,
  rowsOf,
  SECRET,
  served,
} from "./comparedServers.ts";

const LONG = 600_000;
const NOW = Date.UTC(2027, 3, 14, 11, 15);
const work = temporaryFolder("export");
const photosHere = diskBlobs(join(work, "photos-here"));
const photosThere = diskBlobs(join(work, "photos-there"));

function exported(connectionString: string, businessId: string, name: string) {
  const file = join(work, `${name}.daybook`);
  const blobs = { store: photosHere, ...photoBlobs };
  const options = { file, connectionString, businessId, blobs, contents: exportContents };
  return writeExport({ ...options, daybookVersion: "test", now: NOW }).then((manifest) => ({
    file,
    manifest,
  }));
}

async function imported(file: string, connectionString: string) {
  const { manifest } = await checkArchive(file, EXPORT);
  let invited: Awaited<ReturnType<typeof renewInvitations>> = [];
  await importExport({
    file,
    manifest,
    connectionString,
    blobs: photosThere,
    beforeCommit: async (client) => {
      invited = await renewInvitations(client, manifest.business?.id ?? "", NOW);
    },
  });
  return invited;
}

/**
 * Copies users, business members, sessions and keys, which an export does not contain, so that the same requests are allowed on
 * the second server. Deletes the invitations to which the import has converted the business members.
 */
async function copyAccess(from: string, to: string, businessId: string): Promise<void> {
  const target = await connectedClient(to);
  await target.query("begin");
  await target.query(`set local daybook.actor = '{"kind": "restore"}'`);
  await target.query("delete from invitations");
  for (const [table, condition] of [
    ["users", "true"],
    ["user_accounts", "true"],
    ["user_sessions", "true"],
    ["memberships", `business_id = '${businessId}'`],
    ["api_keys", `business_id = '${businessId}'`],
  ]) {
    for (const { line } of await rowsOf(
      from,
      `select row_to_json(t)::text as line from ${table} as t where ${condition}`,
    ))
      await target.query(
        `insert into ${table} select * from json_populate_record(null::${table}, $1::json)`,
        [line],
      );
  }
  await target.query("commit");
  await target.end();
}

test(
  "after a business moved to an empty installation every GET answers the same",
  async () => {
    const fixture = await recordsApp();
    const { businessId } = fixture.salon;
    // Pays the whole amount, because only a completed sale has a receipt.
    const { sale } = await saleOf(fixture, 90_000_000);
    const { location, endpoint } = fixture.ids;
    const publishing = `/businesses/${businessId}/locations/${location}/publishing`;
    expect((await fixture.owner.call("PUT", publishing, { published: true })).status).toBe(200);
    // Disables the endpoint before the comparison, because an import disables webhook endpoints.
    expect((await fixture.call("POST", `/webhooks/${endpoint}/disable`)).status).toBe(200);
    const here = await served(fixture.connectionString, fixture.clock, photosHere);
    // Numbers the events of the original server before the comparison, because an export numbers pending events and the
    // imported events therefore have numbers.
    await settle(here.database, []);
    const owner = await ownerOf(fixture, here);
    const photo_token = await photoOf(fixture, here, owner);
    const picture_token = await pictureOf(fixture, here, owner);
    const { file } = await exported(fixture.connectionString, businessId, "records");
    const fresh = await freshDatabase();
    await imported(file, fresh.connectionString);
    expect(await rowsOf(fresh.connectionString, "select id from businesses")).toEqual([{ id: businessId }]);
    await copyAccess(fixture.connectionString, fresh.connectionString, businessId);
    const there = await served(fresh.connectionString, fixture.clock, photosThere);
    // Exports are not moved, because their files stay in the original installation.
    const without = ["/businesses/:business/exports", "/businesses/:business/exports/:export"];
    const ids = { ...fixture.ids, sale, photo_token, picture_token };
    expect(await routesNotRead(fixture, [here, there], { owner, ids, without })).toEqual([]);
    await Promise.all([here.close(), there.close()]);
    await Promise.all([fixture.close(), fresh.drop()]);
  },
  LONG,
);

test(
  "a demo business keeps its months, its members become invitations, and damaged or repeated imports write nothing",
  async () => {
    const fresh = await freshDatabase();
    const clock = settableClock(NOW);
    const here = await served(fresh.connectionString, clock, photosHere);
    const days = isFullRun ? undefined : { past: 3, coming: 2 };
    const options = { database: here.database, clock, blobs: photosHere, secret: SECRET, log: () => {} };
    const demo = await loadDemo({ ...options, ...(days && { days }) });
    if (demo === undefined) throw new Error("The demo was not loaded into an empty database.");
    const { businessId } = demo;
    await rowsOf(
      fresh.connectionString,
      "update events set sequence = null, position = nextval('events_position_seq') where sequence > (select max(sequence) / 2 from events)",
    );
    const { file, manifest } = await exported(fresh.connectionString, businessId, "demo");
    expect(manifest.entries.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["csv/clients.csv", "csv/appointments.csv", "csv/sales.csv"]),
    );

    const target = await freshDatabase();
    const counts =
      "select (select count(*)::int from businesses) as businesses, (select count(*)::int from clients) as clients";
    const damaged = join(work, "damaged.daybook");
    await copyFile(file, damaged);
    truncateSync(damaged, statSync(damaged).size - 2_000);
    await expect(imported(damaged, target.connectionString)).rejects.toThrow(
      "The export is damaged: it is truncated.",
    );
    const newer = { ...manifest, migrations: [...manifest.migrations, "9999_later"] };
    const importing = { file, connectionString: target.connectionString, blobs: photosThere };
    await expect(importExport({ ...importing, manifest: newer })).rejects.toThrow(
      "written by a newer release (test)",
    );
    const failing = () => Promise.reject(new Error("stopped before the commit"));
    await expect(importExport({ ...importing, manifest, beforeCommit: failing })).rejects.toThrow(
      "stopped before",
    );
    // No foreign key checks an appointment's location (decision 102).
    const at = (locationId: unknown, appointmentId: unknown) =>
      rowsOf(
        fresh.connectionString,
        `update appointments set location_id = '${locationId}' where id = '${appointmentId}'`,
      );
    const [visit] = await rowsOf(fresh.connectionString, "select id, location_id from appointments limit 1");
    if (visit === undefined) throw new Error("The demo has no appointment.");
    await at(newId(), visit.id);
    const orphaned = await exported(fresh.connectionString, businessId, "orphaned");
    await at(visit.location_id, visit.id);
    await expect(imported(orphaned.file, target.connectionString)).rejects.toThrow(
      "Rows that the export references are missing: 1 row of appointments (location_id → locations). Nothing was written.",
    );
    expect(await rowsOf(target.connectionString, counts)).toEqual([{ businesses: 0, clients: 0 }]);

    const invited = await imported(file, target.connectionString);
    const members = demo.logins.map(({ email, role }) => ({ email, role, token: expect.any(String) }));
    expect(new Set(invited)).toEqual(new Set(members));
    await expect(imported(file, target.connectionString)).rejects.toThrow(
      `The business ${businessId} already exists in this installation. Nothing was written.`,
    );
    expect(
      await rowsOf(
        target.connectionString,
        "select count(*)::int as waiting from events where sequence is null",
      ),
    ).toEqual([{ waiting: 0 }]);
    await copyAccess(fresh.connectionString, target.connectionString, businessId);
    const there = await served(target.connectionString, clock, photosThere);
    const headers = { authorization: `Bearer ${demo.key}` };
    const paths = await everyPath(fresh.connectionString);
    expect(paths.length).toBeGreaterThan(isFullRun ? 500 : 20);
    for (const path of paths) {
      const url = `/api/v1/businesses/${businessId}${path}`;
      const [before, after] = await bothAnswer(here, there, url, headers);
      expect(before.status, url).toBe(200);
      expect(after, url).toEqual(before);
    }
    await Promise.all([here.close(), there.close()]);
    await Promise.all([fresh.drop(), target.drop()]);
  },
  LONG,
);

test("no column with a credential is exported, unless it is the hash of a random token", async () => {
  const fresh = await freshDatabase();
  const columns = await rowsOf(
    fresh.connectionString,
    `select table_name || '.' || column_name as name
     from information_schema.columns
     where table_schema = 'public'
       and table_name <> 'request_buckets'
       and column_name ~ 'sha256|hmac|secret|password|token|encrypted'
     order by 1`,
  );
  const kept = columns
    .map(({ name }) => String(name))
    .filter((name) => {
      const [table = "", column = ""] = name.split(".");
      return (
        exportContents.omitted[table] === undefined && exportContents.replaced[table]?.[column] === undefined
      );
    });
  // The hashes reveal no credential, because the hashed tokens and codes are random. The time of a secret's rotation is not
  // secret.
  expect(kept).toEqual([
    "calendar_feeds.token_sha256",
    "entitlements.code_sha256",
    "form_links.token_sha256",
    "holds.token_sha256",
    "invitations.token_sha256",
    "kiosks.token_sha256",
    "online_bookings.hold_token_sha256",
    "webhook_endpoints.secret_rotated_at",
  ]);
  await fresh.drop();
});
