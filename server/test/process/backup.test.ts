import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { readCommand } from "../../src/cli/commandLine.ts";
import { createPhoto, NO_PHOTO_STORAGE, storeImage } from "../../src/features/clients/photos/index.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { newId } from "../../src/kernel/ids.ts";
import { diskBlobs } from "../../src/platform/blobs/index.ts";
import { openDatabase } from "../../src/platform/database/index.ts";
import { runningEmbedded } from "../../src/platform/embedded/index.ts";
import { connectedClient } from "../fixtures/connectedClient.ts";
import { bareDatabase, freshDatabase } from "../fixtures/database.ts";
import { png, sourceOf } from "../fixtures/images.ts";
import { createSalon, type Salon } from "../fixtures/salon.ts";
import { temporaryFolder } from "../fixtures/temporaryFolder.ts";
import { isFullRun } from "../fullRun.ts";
import { commandHere } from "./commandHere.ts";
import { daybook, newDataFolder, startServer } from "./daybook.ts";
import { migratedDataFolder } from "./migratedFolder.ts";

const LONG = 600_000;
const work = temporaryFolder("backup");

test(
  "a backup of a running installation restores into another folder with its keys and its secret",
  async () => {
    const [here, there] = [await migratedDataFolder(), newDataFolder()];
    const file = join(work, "running.daybook");
    const server = await startServer(here, { command: "web" });
    const { businessId, clientId, key } = await salonWithPhoto(here);
    const read = (address: string, path: string) =>
      fetch(`${address}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } }).then((answer) => {
        expect(answer.status).toBe(200);
        return answer.text();
      });
    const me = await read(server.address, "/me");
    const client = `/businesses/${businessId}/clients/${clientId}`;

    const saved = await commandHere(["backup", file], { DAYBOOK_DATA_DIR: here });
    expect(saved).toMatchObject({ code: 0 });
    expect(saved.output).toMatch(
      /running\.daybook: [\d,]+ rows of \d+ tables, [1-9]\d* images; verified\.\n$/,
    );
    expect(saved.errors).toContain("and the installation's secret: protect it like the server itself.");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const found = await read(server.address, client);

    const onto = await commandHere(["restore", file], { DAYBOOK_DATA_DIR: here });
    expect(onto.code).toBe(1);
    expect(onto.errors).toContain("Daybook is already running on this data folder");
    await server.stop();
    // `npm test` restores into a database that is not empty without a command (platform/backup/backup.test.ts).
    if (isFullRun) {
      const filled = await commandHere(["restore", file], { DAYBOOK_DATA_DIR: here });
      expect(filled.code).toBe(1);
      expect(filled.errors).toMatch(/^This database is not empty/);
    }

    const restored = await commandHere(["restore", file], { DAYBOOK_DATA_DIR: there });
    expect(restored).toMatchObject({ code: 0 });
    expect(restored.output).toMatch(/^Restored the backup of \d{4}-.*Z: [\d,]+ rows/);
    const secretIn = (folder: string) => readFileSync(join(folder, "secret"), "utf8");
    expect(secretIn(there)).toBe(secretIn(here));
    expect(statSync(join(there, "secret")).mode & 0o777).toBe(0o600);
    const second = await startServer(there);
    // The key remains valid, because the restored installation has the same secret. No new key is printed, because `start`
    // loads the demo only into an empty database.
    expect(second.output()).not.toContain("dbk_");
    expect(await read(second.address, "/me")).toBe(me);
    expect(await read(second.address, client)).toBe(found);
    for (const folder of [here, there]) expect(imagesIn(folder)).toHaveLength(3);
    await second.stop();
  },
  LONG,
);

/** Creates a salon in a running embedded database, with a photo in the data folder. */
async function salonWithPhoto(dataDir: string): Promise<Salon> {
  const database = openDatabase({ connectionString: (await runningEmbedded(dataDir)) ?? "" });
  const salon = await createSalon(database, systemClock);
  const { businessId, clientId } = salon;
  const now = systemClock.now();
  const taken_at = new Date(now - 86_400_000).toISOString();
  const consent = { given: true, date: taken_at.slice(0, 10), scope: "record" } as const;
  const photo = { stage: "before", taken_at, consent } as const;
  const creation = { businessId, clientId, photoId: newId(), photo, own: null, now };
  const storage = { ...NO_PHOTO_STORAGE, blobs: diskBlobs(join(dataDir, "photos")) };
  const image = await storeImage(database, storage, creation, sourceOf(png()));
  await database.transaction((tx) => createPhoto(tx, storage, creation, image));
  await database.close();
  return salon;
}

/** Lists the files of the photo storage. Each photo has three sizes. */
function imagesIn(dataDir: string): string[] {
  const entries = readdirSync(join(dataDir, "photos"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test(
  "an external database is backed up, verified and restored; a secret from the environment is not part of the backup, and a wrong count of 0 is reported",
  async () => {
    const [from, onto] = [await freshDatabase(), await bareDatabase()];
    const client = await connectedClient(from.connectionString);
    await client.query(
      "insert into users (id, email, first_name, created_at, updated_at) values (gen_random_uuid(), 'a@example.com', 'Ada', now(), now())",
    );
    await client.end();
    const dataDir = newDataFolder();
    const [valid, miscounted, damaged] = ["valid", "miscounted", "damaged"].map((name) =>
      join(work, `${name}.daybook`),
    ) as [string, string, string];
    const here = { DATABASE_URL: from.connectionString, DAYBOOK_DATA_DIR: dataDir };
    const there = { DATABASE_URL: onto.connectionString, DAYBOOK_DATA_DIR: dataDir };
    const withoutSecret = await commandHere(["backup", valid], here);
    expect(withoutSecret.code).toBe(1);
    expect(withoutSecret.errors).toContain("neither in DAYBOOK_SECRET nor in");
    expect(existsSync(valid)).toBe(false);

    const secret = "the operator's own secret, long enough";
    const saved = await commandHere(["backup", valid], { ...here, DAYBOOK_SECRET: secret });
    expect(saved).toMatchObject({ code: 0 });
    expect(saved.errors).toContain("not the installation's secret");

    const tar = gunzipSync(readFileSync(valid)).toString("latin1");
    const rows = /("name": "users",\s+"columns": \[[^\]]*\],\s+"rows": )1/;
    writeFileSync(miscounted, gzipSync(Buffer.from(tar.replace(rows, "$10"), "latin1")));
    writeFileSync(damaged, gzipSync(Buffer.from(tar.replace("a@example.com", "b@example.com"), "latin1")));
    const good = await commandHere(["backup", "--verify", valid], {});
    expect(good).toMatchObject({ code: 0, errors: "" });
    expect(good.output).toMatch(
      /valid\.daybook: valid\. Created at \d{4}-.*Z by Daybook .*: \d+ rows? of \d+ tables, 0 images\.\n$/,
    );
    const sentence = "The manifest states 0 rows for tables that have rows: users (1).";
    const counted = await commandHere(["backup", miscounted, "--verify"], {});
    expect(counted.code).toBe(0);
    expect(counted.errors).toContain(sentence);
    const bad = await commandHere(["backup", "--verify", damaged], {});
    expect(bad).toMatchObject({ code: 1, output: "" });
    expect(bad.errors).toBe(
      `${damaged} is not valid. The backup is damaged: the checksum of tables/users/000001 does not match.\n`,
    );

    const without = await commandHere(["restore", valid], there);
    expect(without.code).toBe(1);
    expect(without.errors).toContain("Set DAYBOOK_SECRET to that secret");
    const wrong = await commandHere(["restore", valid], {
      ...there,
      DAYBOOK_SECRET: `${secret}, but another`,
    });
    expect(wrong.code).toBe(1);
    expect(wrong.errors).toContain("DAYBOOK_SECRET contains a different secret");
    const right = await commandHere(["restore", miscounted], { ...there, DAYBOOK_SECRET: secret });
    expect(right).toMatchObject({ code: 0 });
    expect(right.errors).toContain(sentence);
    expect(existsSync(join(dataDir, "secret"))).toBe(false);
    await from.drop();
    await onto.drop();
  },
  LONG,
);

test(
  "an interrupted backup leaves no file",
  async () => {
    const database = await freshDatabase();
    const dataDir = newDataFolder();
    const folder = mkdtempSync(join(work, "interrupted-"));
    const client = await connectedClient(database.connectionString);
    // Inserts about 20 MB of incompressible data, so that the backup takes a second.
    await client.query(
      `insert into users (id, email, first_name, created_at, updated_at)
       select gen_random_uuid(), n || '@example.com', noise, now(), now()
       from generate_series(1, 10000) as n
       cross join lateral (select string_agg(md5(n::text || part || random()), '') as noise from generate_series(1, 64) as part) as made`,
    );
    const saving = daybook(["backup", join(folder, "a.daybook"), "--without-secret"], {
      DATABASE_URL: database.connectionString,
      DAYBOOK_DATA_DIR: dataDir,
    });
    await vi.waitUntil(() => readdirSync(folder).some((name) => name.includes(".part-")), {
      timeout: 60_000,
      interval: 10,
    });
    saving.child.kill("SIGINT");
    expect(await saving.ended).toBe(130);
    expect(readdirSync(folder)).toEqual([]);
    await client.end();
    await database.drop();
  },
  LONG,
);

test(
  "an invalid backup is refused before a database is created",
  async () => {
    const dataDir = newDataFolder();
    const file = join(work, "no.daybook");
    writeFileSync(file, "not a backup");
    const refused = await commandHere(["restore", file], { DAYBOOK_DATA_DIR: join(dataDir, "new") });
    expect(refused.code).toBe(1);
    expect(refused.errors).toBe(
      `${file} cannot be restored. The file is not a Daybook backup. Nothing was written.\n`,
    );
    const absent = await commandHere(["backup", file], { DAYBOOK_DATA_DIR: join(dataDir, "new") });
    expect(absent.code).toBe(1);
    expect(absent.errors).toContain("has no database.");
    expect(existsSync(join(dataDir, "new"))).toBe(false);
  },
  LONG,
);

test.each([
  [["backup"], "daybook backup needs one FILE"],
  [["backup", "--secret"], "daybook backup needs one FILE"],
  [["backup", "--verify"], "daybook backup --verify needs one FILE"],
  [["backup", "--verify", "one", "--without-secret"], "daybook backup --verify needs one FILE"],
  [["restore", "one", "two"], "daybook restore needs one FILE"],
  [["doctor", "me"], "Unexpected argument 'me'"],
])("the arguments %j are refused with a message", (words, sentence) => {
  expect(() => readCommand(words)).toThrow(
    expect.objectContaining({ exitCode: 2, message: expect.stringContaining(sentence) }),
  );
});

test(
  "doctor prints one line for each check and no password",
  async () => {
    const database = await freshDatabase();
    const dataDir = newDataFolder();
    const environment = { DATABASE_URL: database.connectionString, DAYBOOK_DATA_DIR: dataDir };
    const secret = "the operator's own secret, long enough";
    const well = await commandHere(["doctor"], { ...environment, DAYBOOK_SECRET: secret });
    expect(well).toMatchObject({ code: 0, errors: "" });
    expect(
      well.output
        .trim()
        .split("\n")
        .map((line) => line.slice(0, 19).trim()),
    ).toEqual(
      [
        "database",
        "replica",
        "pooler",
        "migrations",
        "references",
        "tz data",
        "clock",
        "secret",
        "mail",
        "sms",
        "storage",
        "processes",
        "disk",
      ].map((name) => `ok     ${name}`),
    );

    const away = await commandHere(["doctor"], {
      ...environment,
      SMTP_URL: "smtp://postman:hidden-word@127.0.0.1:9",
      DATABASE_URL: "postgresql://salon:hidden-too@127.0.0.1:9/salon",
    });
    expect(away.code).toBe(1);
    expect(away.output).toMatch(/^WRONG {2}database {4}The database in DATABASE_URL cannot be used/m);
    expect(away.output).toMatch(/^WRONG {2}secret .*a start would create a new secret$/m);
    expect(away.output).toMatch(/^WRONG {2}mail {8}127\.0\.0\.1:9: .*ECONNREFUSED/m);
    expect(away.output).toMatch(/^ok {5}storage/m);
    expect(away.errors).toBe(
      "9 of 13 checks failed: database, replica, pooler, migrations, references, tz data, clock, secret, mail.\n",
    );
    expect(away.output + away.errors).not.toContain("hidden");
    await database.drop();

    const bare = await bareDatabase();
    const outdated = await commandHere(["doctor"], { ...environment, DATABASE_URL: bare.connectionString });
    expect(outdated.output).toMatch(
      /^WRONG {2}migrations {2}\d+ have not run, starting with 0001_accounts: /m,
    );
    await bare.drop();

    const nowhere = await commandHere(["doctor"], { DAYBOOK_DATA_DIR: join(dataDir, "new") });
    expect(nowhere.output).toMatch(/^WRONG {2}database {4}none in .* yet/m);
    expect(existsSync(join(dataDir, "new"))).toBe(false);
  },
  LONG,
);
