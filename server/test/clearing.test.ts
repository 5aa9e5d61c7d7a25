import { afterAll, beforeAll, expect, test } from "vitest";
import { memberJobs } from "../src/features/access/members/index.ts";
import { sessionJobs } from "../src/features/access/sessions/index.ts";
import { calendarJobs } from "../src/features/scheduling/calendar/index.ts";
import { newId } from "../src/kernel/ids.ts";
import { column, statement } from "../src/platform/database/index.ts";
import { idempotencyJobs } from "../src/platform/idempotency/index.ts";
import type { Job } from "../src/platform/jobs/index.ts";
import { limitJobs } from "../src/platform/limits/index.ts";
import { signedUp } from "./fixtures/signedIn.ts";
import { MONDAY_AT, type TestApp, testApp } from "./fixtures/testApp.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let open: TestApp;
beforeAll(async () => {
  open = await testApp();
});
afterAll(() => open.close());

async function run(...jobs: Job[]): Promise<void> {
  for (const job of jobs) await job.run(new AbortController().signal);
}

const counted = { count: column.integer };
const counting = {
  holds: statement({
    name: "test_clearing_holds",
    columns: counted,
    sql: "select count(*)::integer as count from claims where hold_id is not null",
  }),
  answers: statement({
    name: "test_clearing_answers",
    columns: counted,
    sql: "select count(*)::integer as count from idempotency_keys",
  }),
  buckets: statement({
    name: "test_clearing_buckets",
    columns: counted,
    sql: "select count(*)::integer as count from request_buckets",
  }),
  sessions: statement({
    name: "test_clearing_sessions",
    columns: counted,
    sql: "select count(*)::integer as count from user_sessions",
  }),
  codes: statement({
    name: "test_clearing_codes",
    columns: counted,
    sql: "select count(*)::integer as count from user_verifications",
  }),
  invitations: statement({
    name: "test_clearing_invitations",
    columns: counted,
    sql: "select count(*)::integer as count from invitations",
  }),
};
const count = async (what: keyof typeof counting) =>
  (await open.database.query(counting[what], {}))[0]?.count;

const insertHold = statement({
  name: "test_clearing_insert_hold",
  params: {
    businessId: column.id,
    id: column.id,
    subjectId: column.id,
    startsAt: column.instant,
    endsAt: column.instant,
    expiresAt: column.instant,
  },
  sql: `insert into claims (business_id, id, subject_id, during, unit, overbooked, exclusive, hold_id, expires_at)
         values ($businessId, $id, $subjectId, tstzrange($startsAt, $endsAt), 0, false, false, $id, $expiresAt)`,
});
const subjectVersion = statement({
  name: "test_clearing_subject_version",
  params: { businessId: column.id, id: column.id },
  columns: { version: column.integer },
  sql: "select version from subjects where business_id = $businessId and id = $id",
});

test("expired holds are deleted, and every process sees the change of the subject's busy time", async () => {
  const { businessId, anna, ben } = open.salon;
  const jobs = calendarJobs(open);
  const hold = (subjectId: string, hour: number, expiresAt: number) =>
    open.database.query(insertHold, {
      businessId,
      id: newId(),
      subjectId,
      startsAt: MONDAY_AT + hour * HOUR,
      endsAt: MONDAY_AT + (hour + 1) * HOUR,
      expiresAt,
    });
  await hold(anna, 1, MONDAY_AT);
  await hold(anna, 2, MONDAY_AT + 1);
  await hold(ben, 1, MONDAY_AT + 1);
  const version = async (id: string) =>
    (await open.database.query(subjectVersion, { businessId, id }))[0]?.version;
  const before = { anna: await version(anna), ben: await version(ben) };
  open.clock.set(MONDAY_AT);
  await Promise.all([run(...jobs), run(...jobs)]);
  expect(await count("holds")).toBe(2);
  expect({ anna: await version(anna), ben: await version(ben) }).toEqual({
    ...before,
    anna: (before.anna ?? 0) + 1,
  });
  open.clock.set(MONDAY_AT + 1);
  await run(...jobs);
  expect(await count("holds")).toBe(0);
});

test("stored responses are deleted after a day", async () => {
  open.clock.set(MONDAY_AT);
  const made = await open.call("POST", "/clients", { first_name: "Ada" }, { "idempotency-key": newId() });
  expect(made.status).toBe(201);
  open.clock.set(MONDAY_AT + DAY - 1);
  await run(...idempotencyJobs(open));
  expect(await count("answers")).toBe(1);
  open.clock.set(MONDAY_AT + DAY);
  await run(...idempotencyJobs(open));
  expect(await count("answers")).toBe(0);
});

const insertBuckets = statement({
  name: "test_clearing_insert_buckets",
  params: { ageSeconds: column.integer, count: column.integer },
  sql: `insert into request_buckets (bucket, tokens, taken, filled_at)
         select 'bucket ' || number, 1, 0, clock_timestamp() - make_interval(secs => $ageSeconds)
         from generate_series(1, $count) as number
         on conflict do nothing`,
});

test("all full buckets are deleted; one used a minute ago stays", async () => {
  await open.database.query(insertBuckets, { ageSeconds: 180, count: 2_500 });
  await run(...limitJobs(open));
  expect(await count("buckets")).toBe(0);
  await open.database.query(insertBuckets, { ageSeconds: 60, count: 1 });
  await run(...limitJobs(open));
  expect(await count("buckets")).toBe(1);
});

const insertCode = statement({
  name: "test_clearing_insert_code",
  params: { id: column.id, now: column.instant },
  sql: `insert into user_verifications (id, identifier, value, expires_at, created_at, updated_at)
         values ($id, 'reset', 'x', $now, $now, $now)`,
});

test("expired sessions and codes are deleted; current sessions stay", async () => {
  open.clock.set(MONDAY_AT);
  const browser = await signedUp(open.app);
  await open.database.query(insertCode, { id: newId(), now: MONDAY_AT + HOUR });
  await run(...sessionJobs(open));
  expect([await count("sessions"), await count("codes")]).toEqual([1, 1]);
  expect((await browser.call("GET", "/me")).status).toBe(200);
  open.clock.set(MONDAY_AT + HOUR + 1);
  await run(...sessionJobs(open));
  expect([await count("sessions"), await count("codes")]).toEqual([1, 0]);
  open.clock.set(MONDAY_AT + 31 * DAY);
  await run(...sessionJobs(open));
  expect(await count("sessions")).toBe(0);
});

const insertInvitation = statement({
  name: "test_clearing_insert_invitation",
  params: { id: column.id, businessId: column.id, invitedBy: column.id, now: column.instant },
  sql: `insert into invitations (id, business_id, email, role, token_sha256, invited_by, expires_at, created_at, updated_at)
         values ($id, $businessId, 'mia@example.com', 'reception', sha256('x'), $invitedBy, $now, $now, $now)`,
});

test("expired invitations are deleted", async () => {
  const { businessId, ownerId } = open.salon;
  await open.database.query(insertInvitation, {
    id: newId(),
    businessId,
    invitedBy: ownerId,
    now: MONDAY_AT + DAY,
  });
  open.clock.set(MONDAY_AT + DAY);
  await run(...memberJobs(open));
  expect(await count("invitations")).toBe(1);
  open.clock.set(MONDAY_AT + DAY + 1);
  await run(...memberJobs(open));
  expect(await count("invitations")).toBe(0);
});
