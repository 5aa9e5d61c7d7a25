import { expect, test } from "vitest";
import { memberJobs } from "../src/features/access/members/index.ts";
import { sessionJobs } from "../src/features/access/sessions/index.ts";
import { calendarJobs } from "../src/features/scheduling/calendar/index.ts";
import { newId } from "../src/kernel/ids.ts";
import { idempotencyJobs } from "../src/platform/idempotency/index.ts";
import type { Job } from "../src/platform/jobs/index.ts";
import { limitJobs } from "../src/platform/limits/index.ts";
import { holdTime } from "./fixtures/holdTime.ts";
import { signedUp } from "./fixtures/signedIn.ts";
import { sql } from "./fixtures/sql.ts";
import { MONDAY_AT, testApp } from "./fixtures/testApp.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const open = await testApp();

async function run(...jobs: Job[]): Promise<void> {
  for (const job of jobs) await job.run(new AbortController().signal);
}

type Counted = { readonly count: number };
const counting = {
  holds: () => sql(open.database)<Counted>`select count(*) from claims where hold_id is not null`,
  answers: () => sql(open.database)<Counted>`select count(*) from idempotency_keys`,
  buckets: () => sql(open.database)<Counted>`select count(*) from request_buckets`,
  sessions: () => sql(open.database)<Counted>`select count(*) from user_sessions`,
  codes: () => sql(open.database)<Counted>`select count(*) from user_verifications`,
  invitations: () => sql(open.database)<Counted>`select count(*) from invitations`,
};
const count = async (what: keyof typeof counting) => (await counting[what]())[0]?.count;

test("expired holds are deleted, and every process sees the change of the subject's busy time", async () => {
  const { businessId, anna, ben } = open.salon;
  const jobs = calendarJobs(open);
  const hold = (subjectId: string, hour: number, expiresAt: number) =>
    holdTime(open.database, {
      businessId,
      subjectId,
      startsAt: MONDAY_AT + hour * HOUR,
      endsAt: MONDAY_AT + (hour + 1) * HOUR,
      expiresAt,
    });
  await hold(anna, 1, MONDAY_AT);
  await hold(anna, 2, MONDAY_AT + 1);
  await hold(ben, 1, MONDAY_AT + 1);
  const version = async (id: string) =>
    (
      await sql(open.database)<{ version: number }>`
      select version from subjects where business_id = ${businessId} and id = ${id}`
    )[0]?.version;
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

const insertBuckets = (ageSeconds: number, count: number) =>
  sql(open.database)`
    insert into request_buckets (bucket, tokens, taken, filled_at)
    select 'bucket ' || number, 1, 0, clock_timestamp() - make_interval(secs => ${ageSeconds})
    from generate_series(1, ${count}) as number
    on conflict do nothing`;

test("all full buckets are deleted; one used a minute ago stays", async () => {
  await insertBuckets(180, 2_500);
  await run(...limitJobs(open));
  expect(await count("buckets")).toBe(0);
  await insertBuckets(60, 1);
  await run(...limitJobs(open));
  expect(await count("buckets")).toBe(1);
});

test("expired sessions and codes are deleted; current sessions stay", async () => {
  open.clock.set(MONDAY_AT);
  const browser = await signedUp(open.app);
  const ends = new Date(MONDAY_AT + HOUR);
  await sql(open.database)`
    insert into user_verifications (id, identifier, value, expires_at, created_at, updated_at)
    values (${newId()}, 'reset', 'x', ${ends}, ${ends}, ${ends})`;
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

test("expired invitations are deleted", async () => {
  const { businessId, ownerId } = open.salon;
  const ends = new Date(MONDAY_AT + DAY);
  await sql(open.database)`
    insert into invitations (id, business_id, email, role, token_sha256, invited_by, expires_at, created_at, updated_at)
    values (${newId()}, ${businessId}, 'mia@example.com', 'reception', sha256('x'), ${ownerId}, ${ends}, ${ends}, ${ends})`;
  open.clock.set(MONDAY_AT + DAY);
  await run(...memberJobs(open));
  expect(await count("invitations")).toBe(1);
  open.clock.set(MONDAY_AT + DAY + 1);
  await run(...memberJobs(open));
  expect(await count("invitations")).toBe(0);
});
