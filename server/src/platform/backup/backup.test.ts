import { spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import type pg from "pg";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { connectedClient } from "../../../test/fixtures/connectedClient.ts";
import { bareDatabase, type FreshDatabase, freshDatabase } from "../../../test/fixtures/database.ts";
import { openSplitWire } from "../../../test/fixtures/splitWire.ts";
import { temporaryFolder } from "../../../test/fixtures/temporaryFolder.ts";
import { type TestApp, testApp } from "../../../test/fixtures/testApp.ts";
import { isFullRun } from "../../../test/fullRun.ts";
import { diskBlobs } from "../blobs/index.ts";
import { knownMigrations, migrate, migrateOn } from "../database/index.ts";
import { appliedMigrations, FILLED_BY_MIGRATIONS, tablesToBackUp } from "./catalog.ts";
import { checkArchive, draftOf, matchesSecret, restoreBackup } from "./index.ts";
import { type BackupOptions, writeBackup } from "./writeBackup.ts";

const LONG = 240_000;
/** The number of positions at which a test damages a file. */
const POSITIONS = isFullRun ? 40 : 10;
const SECRET = "thirty-two characters or somewhat more";
const work = temporaryFolder("backup");
const blobs = diskBlobs(join(work, "photos"));
let open: TestApp;
let client: pg.Client;
let empty: FreshDatabase;
let file: string;
beforeAll(async () => {
  open = await testApp();
  client = await connectedClient(open.connectionString);
}, LONG);
beforeEach(async () => {
  file = join(work, `${randomUUID()}.daybook`);
});

function saved(options: Partial<BackupOptions> = {}) {
  return writeBackup({
    file,
    connectionString: open.connectionString,
    blobs: { store: blobs, table: "photos", columns: ["id"] },
    secret: { value: SECRET, included: true },
    daybookVersion: "test",
    now: 0,
    ...options,
  });
}

async function restored(connectionString: string, from = file) {
  const { manifest } = await checkArchive(from);
  await restoreBackup({ file: from, manifest, connectionString, blobs, log: () => {} });
}

/** Returns all rows of all tables as text, except the values that a restore changes. */
async function contentOf(connection: pg.Client): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const { name } of await tablesToBackUp(connection)) {
    const { rows } = await connection.query(
      `select (to_jsonb(t) - array['lease_until'])::text as row from ${name} t order by 1`,
    );
    content[name] = rows.map(({ row }) => row);
  }
  return content;
}

async function withDatabase(
  made: Promise<FreshDatabase>,
  use: (address: string, there: pg.Client) => Promise<void>,
) {
  empty = await made;
  const there = await connectedClient(empty.connectionString);
  try {
    await use(empty.connectionString, there);
  } finally {
    await there.end();
    await empty.drop();
  }
}

test("a restore writes every row of the backup, into a database with and without migrations", async () => {
  await open.book("2027-03-29T09:00:00+02:00", open.salon.cut);
  const done = await saved();
  const before = await contentOf(client);
  expect(done.rows).toBe(Object.values(before).flat().length);
  expect(done.rows).toBeGreaterThan(20);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const made of [bareDatabase(), freshDatabase()])
    await withDatabase(made, async (address, there) => {
      await restored(address);
      expect(await contentOf(there)).toEqual(before);
      expect(await appliedMigrations(there)).toEqual(knownMigrations());
    });
});

test("a backup counts the rows of a table when the count arrives after the last row", async () => {
  const wire = await openSplitWire(open.connectionString);
  const done = await saved({ connectionString: wire.connectionString });
  await wire.close();
  const { manifest } = await checkArchive(file);
  expect(wire.splits()).toBe(manifest.tables.length);
  const stored = Object.entries(await contentOf(client)).map(([name, rows]) => [name, rows.length]);
  expect(manifest.tables.map(({ name, rows }) => [name, rows])).toEqual(stored);
  expect(done.rows).toBeGreaterThan(0);
});

test("a backup whose row counts differ from its rows is not published", async () => {
  const wire = await openSplitWire(open.connectionString, { zeroCounts: true });
  const saving = saved({ connectionString: wire.connectionString });
  await expect(saving).rejects.toThrow(
    /^The backup was written, but its verification failed\. .* number of rows of \w+ /,
  );
  await wire.close();
  expect(readdirSync(work).filter((name) => file.endsWith(name.split(".part-")[0] ?? ""))).toEqual([]);
});

test("a backup that the disk changed is not published", async () => {
  const { businessId } = open.salon;
  await client.query("create table test_pictures (business_id uuid not null, id uuid not null)");
  await client.query("insert into test_pictures values ($1, $1)", [businessId]);
  const bytes = randomBytes(8_000_000);
  const changing = {
    ...blobs,
    get: async () => ({
      length: bytes.length,
      stream: Readable.from(
        (async function* () {
          for (let at = 0; at < bytes.length; at += 500_000) yield bytes.subarray(at, at + 500_000);
          await vi.waitUntil(() => statSync(draftOf(file)).size > 1_000_000, { timeout: 60_000 });
          const written = openSync(draftOf(file), "r+");
          writeSync(written, "changed by the disk", 500_000);
          closeSync(written);
        })(),
      ),
    }),
  };
  const saving = saved({ blobs: { store: changing, table: "test_pictures", columns: ["id"] } });
  await expect(saving).rejects.toThrow(
    "The backup was written, but its verification failed. The backup is damaged: ",
  );
  await client.query("drop table test_pictures");
  expect(existsSync(file) || existsSync(draftOf(file))).toBe(false);
});

/** Writes a copy of the backup whose manifest states a different number of rows for `users`. */
function stateRows(number: number): string {
  const tar = gunzipSync(readFileSync(file)).toString("latin1");
  const [all = "", before = "", rows = ""] =
    /("name": "users",\s+"columns": \[[^\]]*\],\s+"rows": )(\d+)/.exec(tar) ?? [];
  expect(Number(rows)).toBeGreaterThan(0);
  const changed = tar.replace(all, before + String(number).padEnd(rows.length));
  expect(changed).toHaveLength(tar.length);
  writeFileSync(`${file}-stated`, gzipSync(Buffer.from(changed, "latin1")));
  return `${file}-stated`;
}

test("a file that states 0 rows of a table that it contains is restored", async () => {
  await saved();
  const before = await contentOf(client);
  const stated = stateRows(0);
  const { manifest, miscounted } = await checkArchive(stated);
  expect(miscounted).toEqual(["users"]);
  expect(manifest).toEqual((await checkArchive(file)).manifest);
  await withDatabase(freshDatabase(), async (address, there) => {
    await restored(address, stated);
    expect(await contentOf(there)).toEqual(before);
  });
});

test("a file that states any other wrong number of rows is refused", async () => {
  await saved();
  const { manifest } = await checkArchive(file);
  const rows = manifest.tables.find(({ name }) => name === "users")?.rows ?? 0;
  await expect(checkArchive(stateRows(rows + 1))).rejects.toThrow(
    `The backup is damaged: its manifest states ${rows + 1} rows of users, but it contains ${rows}.`,
  );
});

test("a backup made during writes shows one moment", async () => {
  let isWriting = true;
  let written = 0;
  const begun = Promise.withResolvers<void>();
  // Each transaction writes a row to two tables, so a row in only one table means that the backup contains half a transaction.
  const writer = (async () => {
    const connection = await connectedClient(open.connectionString);
    await connection.query("create table pair_one (business_id uuid, number integer primary key)");
    await connection.query("create table pair_two (business_id uuid, number integer primary key)");
    while (isWriting) {
      await connection.query("begin");
      await connection.query("insert into pair_one values (null, $1)", [written]);
      await connection.query("insert into pair_two values (null, $1)", [written]);
      await connection.query("commit");
      if (++written === 20) begun.resolve();
    }
    await connection.end();
  })();
  await begun.promise;
  let atSnapshot = 0;
  const done = await saved({
    onSnapshot: async () => {
      atSnapshot = written;
      while (written < atSnapshot + 50) await client.query("select");
    },
  });
  isWriting = false;
  await writer;
  await client.query("drop table pair_one, pair_two");
  const { manifest } = await checkArchive(file);
  const rows = Object.fromEntries(manifest.tables.map((table) => [table.name, table.rows]));
  expect(rows.pair_one).toBe(rows.pair_two);
  expect(rows.pair_one).toBeLessThanOrEqual(atSnapshot + 1);
  expect(rows.pair_one).toBeGreaterThanOrEqual(20);
  expect(done.rows).toBe(manifest.tables.reduce((sum, table) => sum + table.rows, 0));
});

test("a backup does not delay events, because it has no transaction id", async () => {
  let ids: unknown[] = [];
  await saved({
    onSnapshot: async () => {
      const { rows } = await client.query(
        "select backend_xid from pg_stat_activity where application_name = 'daybook backup' and datname = current_database()",
      );
      ids = rows;
    },
  });
  expect(ids).toEqual([{ backend_xid: null }]);
});

test("a migration waits for a running backup, in which a rewritten table would look empty", async () => {
  await saved({
    onSnapshot: async () => {
      await client.query("set lock_timeout = '50ms'");
      const rewriting = client.query("alter table clients alter column version type bigint");
      await expect(rewriting).rejects.toMatchObject({ code: "55P03" });
      await client.query("reset lock_timeout");
    },
  });
});

test("a backup of an older release is migrated after the restore", async () => {
  const last = knownMigrations().indexOf("0016_mails") + 1;
  await withDatabase(bareDatabase(), async (older, there) => {
    await migrateOn(there, last);
    await there.query(
      "insert into users (id, email, first_name, created_at, updated_at) values ($1, 'a@example.com', 'Ada', now(), now())",
      [randomUUID()],
    );
    await saved({ connectionString: older });
    await withDatabase(bareDatabase(), async (address, target) => {
      await restored(address);
      expect(await appliedMigrations(target)).toEqual(knownMigrations());
      expect((await target.query("select email from users")).rows).toEqual([{ email: "a@example.com" }]);
    });
    // Restoring the backup's older tables would delete the rows of newer tables.
    await withDatabase(freshDatabase(), async (address) => {
      await expect(restored(address)).rejects.toThrow("its tables are newer than the backup's (0016_mails)");
    });
  });
});

test("a restore ends leases, and due deliveries stay due", async () => {
  const { businessId } = open.salon;
  const endpoint = randomUUID();
  await client.query(
    `insert into webhook_endpoints
     (business_id, id, url, events, source, status, secret_encrypted, next_due_at, lease_until, lease_number, created_at, updated_at)
     values ($1, $2, 'https://example.com', '{client.created}', 'manual', 'enabled', 'x', '2027-03-01', '2027-03-02', 7, now(), now())`,
    [businessId, endpoint],
  );
  await client.query(
    `insert into webhook_deliveries (business_id, id, endpoint_id, kind, event_id, event_type, status, due_at, created_at, updated_at)
     select business_id, $2, $3, 'event', id, type, 'pending', '2027-03-01', now(), now()
     from events where business_id = $1 limit 1`,
    [businessId, randomUUID(), endpoint],
  );
  await saved();
  await withDatabase(freshDatabase(), async (address, there) => {
    await restored(address);
    const due = `
      select e.next_due_at, d.due_at, d.status
      from webhook_endpoints e join webhook_deliveries d on d.endpoint_id = e.id`;
    expect((await there.query(due)).rows).toEqual((await client.query(due)).rows);
    const { rows } = await there.query("select lease_until, lease_number from webhook_endpoints");
    expect(rows).toEqual([{ lease_until: null, lease_number: "7" }]);
  });
  await client.query("delete from webhook_endpoints");
});

test("a backup holds the blobs of all columns, large ones too, and reports a missing one", async () => {
  const { businessId } = open.salon;
  const [large, gone, small] = [randomUUID(), randomUUID(), randomUUID()];
  const bytes = Buffer.alloc(300_000, "picture");
  const content = {
    length: bytes.length,
    chunks: async function* () {
      for (let at = 0; at < bytes.length; at += 70_000) yield bytes.subarray(at, at + 70_000);
    },
  };
  await blobs.put({ businessId, id: large }, content);
  await blobs.put({ businessId, id: small }, content);
  await client.query(
    "create table test_pictures (business_id uuid not null, id uuid not null, small_id uuid)",
  );
  await client.query("insert into test_pictures values ($1, $2, $3), ($1, $4, null)", [
    businessId,
    large,
    small,
    gone,
  ]);
  const columns = ["id", "small_id", "column_of_a_later_version"];
  const done = await saved({ blobs: { store: blobs, table: "test_pictures", columns } });
  expect(done).toMatchObject({ blobs: 2, missingBlobs: [`blobs/${businessId}/${gone}`] });
  const { manifest: written } = await checkArchive(file);
  const named = written.entries.map(({ name }) => name).filter((name) => name.startsWith("blobs/"));
  expect(named.sort()).toEqual([large, small].map((id) => `blobs/${businessId}/${id}`).sort());
  await client.query("drop table test_pictures");
  await saved({ file: `${file}-2`, blobs: { store: blobs, table: "test_pictures", columns: ["id"] } });

  // No migration creates this table, so the restore fails before it stores a photo.
  const elsewhere = diskBlobs(join(work, "elsewhere"));
  await withDatabase(freshDatabase(), async (address) => {
    const { manifest } = await checkArchive(file);
    const refused = restoreBackup({
      file,
      manifest,
      connectionString: address,
      blobs: elsewhere,
      log: () => {},
    });
    await expect(refused).rejects.toThrow(
      "The tables of the backup differ from those that its migrations create",
    );
    expect(await elsewhere.get({ businessId, id: large })).toBeNull();
  });
});

test(
  "a file that is truncated, has a changed bit or is not a backup is refused, whatever the position of the damage",
  async () => {
    await saved();
    const whole = readFileSync(file);
    const damaged = join(work, "damaged");
    const refusal = async (bytes: Buffer) => {
      writeFileSync(damaged, bytes);
      return checkArchive(damaged).then(
        () => "accepted",
        (error: Error) => error.message,
      );
    };
    expect(await refusal(whole)).toBe("accepted");
    for (let part = 0; part < POSITIONS; part++) {
      const length = Math.floor((whole.length * part) / POSITIONS);
      expect(await refusal(whole.subarray(0, length)), `${length} bytes`).toMatch(
        /damaged|not a backup|cannot be read/,
      );
      // The ten bytes of the gzip header do not affect the contents.
      const offset = 10 + Math.floor(((whole.length - 11) * part) / (POSITIONS - 1));
      const changed = Buffer.from(whole);
      changed.writeUInt8(changed.readUInt8(offset) ^ (1 << (part % 8)), offset);
      // Some bits between two gzip blocks are unused (RFC 1951 §3.2.4), so changing them does not change the contents.
      const expected = holdsTheSame(changed, whole) ? /^accepted$/ : /damaged/;
      expect(await refusal(changed), `byte ${offset}`).toMatch(expected);
    }
    expect(await refusal(whole.subarray(0, whole.length - 1))).toMatch(/damaged/);
    expect(await refusal(Buffer.from("-- PostgreSQL database dump\n"))).toBe(
      "The file is not a Daybook backup.",
    );
    expect(await refusal(gzipSync("nothing of ours"))).toMatch(/damaged|not a backup/);

    // The archive's checksum is correct, but the hashes of the entries reveal the change.
    const tar = gunzipSync(whole);
    const at = tar.indexOf("Ada") >= 0 ? tar.indexOf("Ada") : tar.indexOf("EUR");
    tar.write("XXX", at);
    expect(await refusal(gzipSync(tar))).toMatch(
      /damaged: the checksum of tables\/\w+\/000001 does not match/,
    );
    const later = Buffer.from(
      gunzipSync(whole).toString("latin1").replace('"version": 1', '"version": 2'),
      "latin1",
    );
    expect(await refusal(gzipSync(later))).toContain("The backup has format version 2");
  },
  LONG,
);

test("a file that changes between the check and the restore leaves the database empty", async () => {
  await saved();
  const { manifest } = await checkArchive(file);
  const tar = gunzipSync(readFileSync(file));
  tar.write("9", tar.indexOf("2027-03-01") + 3);
  writeFileSync(file, gzipSync(tar));
  await withDatabase(freshDatabase(), async (address, there) => {
    const changed = restoreBackup({ file, manifest, connectionString: address, blobs, log: () => {} });
    await expect(changed).rejects.toThrow();
    const content = await contentOf(there);
    const filled = Object.entries(content).filter(([, rows]) => rows.length > 0);
    expect(filled.map(([name]) => name)).toEqual([...FILLED_BY_MIGRATIONS]);
    // The database is empty again, and an intact backup can be restored.
    await saved({ file: `${file}-whole` });
    await restored(address, `${file}-whole`);
  });
});

test("a failing storage or database is not reported as a damaged file and leaves the database empty", async () => {
  const { businessId, clientId } = open.salon;
  const id = randomUUID();
  await blobs.put(
    { businessId, id },
    {
      length: 4,
      chunks: async function* () {
        yield Buffer.from("dots");
      },
    },
  );
  await client.query(
    `insert into photos (business_id, id, client_id, stage, taken_at, consent_given, consent_on, consent_scope, media_type,
       byte_length, width, height, created_at, updated_at)
     values ($1, $2, $3, 'before', now(), true, now(), 'record', 'image/png', 4, 1, 1, now(), now())`,
    [businessId, id, clientId],
  );
  await saved();
  await client.query("delete from photos");
  const { manifest } = await checkArchive(file);
  const cases: [string, (there: pg.Client) => Promise<never>][] = [
    ["The storage is starting up", () => Promise.reject(new Error("The storage is starting up"))],
    [
      "terminated",
      async (there) => {
        await there.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'daybook restore' and datname = current_database()",
        );
        throw new Error("Connection terminated");
      },
    ],
  ];
  for (const [words, fail] of cases)
    await withDatabase(freshDatabase(), async (address, there) => {
      const failing = { ...blobs, put: () => fail(there) };
      const restoring = restoreBackup({
        file,
        manifest,
        connectionString: address,
        blobs: failing,
        log: () => {},
      });
      await expect(restoring).rejects.toThrow(words);
      const filled = Object.entries(await contentOf(there)).filter(([, rows]) => rows.length > 0);
      expect(filled.map(([name]) => name)).toEqual([...FILLED_BY_MIGRATIONS]);
    });
});

test("a restore refuses a database that has rows or is in use", async () => {
  await saved();
  await withDatabase(freshDatabase(), async (address, there) => {
    await there.query("insert into business_slugs values ('haarwerk', $1)", [randomUUID()]);
    await expect(restored(address)).rejects.toThrow(
      "This database is not empty (the table business_slugs has rows).",
    );
    expect((await there.query("select from users")).rowCount).toBe(0);
  });
  await withDatabase(bareDatabase(), async (address, there) => {
    await there.query("create table foreign_things (id integer)");
    await expect(restored(address)).rejects.toThrow("tables from another application");
    expect(await appliedMigrations(there)).toBeNull();
  });
  await withDatabase(freshDatabase(), async (address) => {
    const server = await connectedClient(address, { application_name: "daybook" });
    await expect(restored(address)).rejects.toThrow("A Daybook server is using this database.");
    await server.end();
  });
});

test("a backup never overwrites a file and deletes its temporary file after a failure", async () => {
  writeFileSync(file, "an older backup");
  await expect(saved()).rejects.toThrow(`The file ${file} already exists.`);
  expect(readFileSync(file, "utf8")).toBe("an older backup");
  const nowhere = join(work, "no", "such", "folder");
  await expect(saved({ file: nowhere })).rejects.toThrow(`The backup cannot be written to ${nowhere}`);
  await withDatabase(bareDatabase(), async (address) => {
    await expect(saved({ file: `${file}-none`, connectionString: address })).rejects.toThrow(
      "nothing to back up",
    );
  });
  const broken = { ...blobs, get: () => Promise.reject(new Error("the storage is away")) };
  await client.query("create table test_pictures (business_id uuid not null, id uuid not null)");
  await client.query("insert into test_pictures values ($1, $1)", [randomUUID()]);
  const failing = saved({
    file: `${file}-half`,
    blobs: { store: broken, table: "test_pictures", columns: ["id"] },
  });
  await expect(failing).rejects.toThrow("the storage is away");
  await client.query("drop table test_pictures");
  expect(readdirSync(work).filter((name) => name.includes("part") || name.includes("half"))).toEqual([]);
});

test("a full disk is reported as such and no file remains", async () => {
  const here = new URL(".", import.meta.url);
  const options = {
    file,
    connectionString: open.connectionString,
    secret: { value: null, included: false },
    daybookVersion: "test",
    now: 0,
  };
  const writing = `
    const { writeBackup } = await import(${JSON.stringify(new URL("writeBackup.ts", here))});
    const { diskBlobs } = await import(${JSON.stringify(new URL("../blobs/index.ts", here))});
    const blobs = { store: diskBlobs(${JSON.stringify(work)}), table: "no_photos", columns: ["id"] };
    await writeBackup({ ...${JSON.stringify(options)}, blobs }).catch(({ message }) => console.log(message));`;
  // `ulimit -f 8` limits the file size to four kilobytes.
  const { stdout } = spawnSync(
    "sh",
    ["-c", 'ulimit -f 8; exec "$0" --input-type=module -e "$1"', process.execPath, writing],
    { encoding: "utf8" },
  );
  expect(stdout).toBe(`The backup cannot be written to ${file}: EFBIG: file too large, write.\n`);
  expect(readdirSync(work).filter((name) => name.includes("part"))).toEqual([]);
  expect(existsSync(file)).toBe(false);
});

test("a backup contains the secret only if requested and recognises it in both cases", async () => {
  await saved();
  const { manifest, secret } = await checkArchive(file);
  expect(secret).toBe(SECRET);
  expect(matchesSecret(manifest.secret.check ?? "", SECRET)).toBe(true);
  await saved({ file: `${file}-without`, secret: { value: SECRET, included: false } });
  const without = await checkArchive(`${file}-without`);
  expect(without.secret).toBeNull();
  expect(matchesSecret(without.manifest.secret.check ?? "", SECRET)).toBe(true);
  expect(matchesSecret(without.manifest.secret.check ?? "", `${SECRET}.`)).toBe(false);
  expect(gunzipSync(readFileSync(`${file}-without`)).includes(SECRET)).toBe(false);
});

test("a new database has rows in the known tables only, and the known sequences", async () => {
  await withDatabase(bareDatabase(), async (address, there) => {
    await migrate(address);
    const content = await contentOf(there);
    const filled = Object.keys(content).filter((name) => content[name]?.length !== 0);
    expect(filled).toEqual([...FILLED_BY_MIGRATIONS]);
    const { rows } = await there.query(
      "select sequencename from pg_sequences where schemaname = current_schema() order by sequencename",
    );
    // A restore sets the first sequence (adaptToNewServer.ts) and runs the migrations, which advance the second sequence.
    expect(rows).toEqual([{ sequencename: "events_position_seq" }, { sequencename: "migrations_id_seq" }]);
  });
});

/** Returns whether two gzip files unpack to the same bytes; false if one of them cannot be unpacked. */
function holdsTheSame(one: Buffer, other: Buffer): boolean {
  try {
    return gunzipSync(one).equals(gunzipSync(other));
  } catch {
    return false;
  }
}
