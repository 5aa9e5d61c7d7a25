import { afterEach, expect, test } from "vitest";
import { addMembership } from "../../server/src/features/access/accounts/index.ts";
import { signedUp } from "../../server/test/fixtures/signedIn.ts";
import { testApp } from "../../server/test/fixtures/testApp.ts";
import { type ChangeNotice, type ChangesWatch, watchChanges } from "../src/index.ts";

const fixture = await testApp();
const address = await fixture.app.listen({ port: 0, host: "127.0.0.1" });
const { salon, database, clock } = fixture;
const user = await signedUp(fixture.app);
const { businessId } = salon;
const membership = { userId: user.userId, businessId, role: "reception", staffId: null } as const;
await database.transaction((tx) => addMembership(tx, { ...membership, now: clock.now() }));
const cookie = user.cookie();

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

function watch(more: Partial<ChangesWatch> = {}) {
  const notices: (ChangeNotice & { noticeId: string })[] = [];
  const states: boolean[] = [];
  const counts = { resets: 0, refusals: [] as number[] };
  const end = watchChanges({
    address,
    business: fixture.salon.businessId,
    headers: { cookie },
    onChange: (notice, noticeId) => notices.push({ ...notice, noticeId }),
    onReset: () => {
      counts.resets += 1;
    },
    onConnection: (isConnected) => states.push(isConnected),
    onRefused: (status) => counts.refusals.push(status),
    ...more,
  });
  ends.push(end);
  return { notices, states, counts, end };
}

let day = 0;
async function book() {
  day += 1;
  const { salon } = fixture;
  const answer = await fixture.book(new Date(Date.UTC(2027, 4, 2 + day, 8)).toISOString(), salon.cut);
  expect(answer.status).toBe(201);
  return String(answer.body.data.id);
}
const idsIn = (notices: readonly ChangeNotice[]) => notices.map(({ id }) => id);

test("a watch gets changes, and continues after a lost connection without gap or reset", async () => {
  const opened: AbortController[] = [];
  // The test can abort each stream and can make all requests fail.
  let isDown = false;
  const send: typeof fetch = (input, init = {}) => {
    if (isDown) return Promise.reject(new TypeError("fetch failed"));
    const cut = new AbortController();
    opened.push(cut);
    return fetch(input, { ...init, signal: AbortSignal.any([init.signal as AbortSignal, cut.signal]) });
  };
  const { notices, states, counts } = watch({ fetch: send });
  await expect.poll(() => states).toEqual([true]);
  const first = await book();
  await expect.poll(() => idsIn(notices)).toContain(first);
  isDown = true;
  opened[0]?.abort();
  await expect.poll(() => states).toEqual([true, false]);
  const missed = await book();
  isDown = false;
  await expect.poll(() => idsIn(notices)).toContain(missed);
  await expect.poll(() => states).toEqual([true, false, true]);
  expect(idsIn(notices).filter((id) => id === first || id === missed)).toEqual([first, missed]);
  expect(counts).toEqual({ resets: 0, refusals: [] });
  const again = watch({ after: String(notices.find(({ id }) => id === first)?.noticeId) });
  await expect.poll(() => idsIn(again.notices)).toContain(missed);
  expect(idsIn(again.notices)).not.toContain(first);
});

test("a watch that never connected before asks to read everything, and a refused one ends", async () => {
  let attempts = 0;
  const failing: typeof fetch = (input, init) => {
    attempts += 1;
    return attempts === 1 ? Promise.resolve(new Response("", { status: 502 })) : fetch(input, init);
  };
  const late = watch({ fetch: failing });
  await expect.poll(() => late.states).toEqual([false, true]);
  expect(late.counts.resets).toBe(1);
  const refused = watch({ headers: {} });
  await expect.poll(() => refused.counts.refusals).toEqual([401]);
  expect(refused.states).toEqual([false]);
});
