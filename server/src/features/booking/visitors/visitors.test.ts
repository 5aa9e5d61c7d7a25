import { describe, expect, test } from "vitest";
import { bookingApp, codeIn, newAddress, solved } from "../../../../test/fixtures/bookingApp.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { isFullRun } from "../../../../test/fullRun.ts";

const open = await bookingApp();

const MINUTE = 60_000;
const later = async (ms: number, work: () => Promise<void>) => {
  const now = open.clock.now();
  open.clock.set(now + ms);
  await work();
  open.clock.set(now);
};
const requestCode = async (email: string) =>
  (await open.visit("POST", "/codes", { email })).body.data.id as string;
const wrong = (code: string) => (code === "000000" ? "000001" : "000000");

const storedTokens = () =>
  sql(open.database)<{ row: string }>`
    select visitors::text as row from visitors union all select visitor_codes::text from visitor_codes`;

describe("a one-time code", () => {
  test("is exchanged once for a token of 30 minutes or 90 days; neither is stored in clear", async () => {
    const id = await requestCode("ada@example.com");
    const code = codeIn(open.emails);
    expect(open.emails.at(-1)).toMatchObject({ to: "ada@example.com", senderName: "Salon Lindenhof" });
    expect(open.emails.at(-1)?.text).toMatch(
      new RegExp(`^http://[^/]+/b/${open.slug}/code/${id}\\?code=${code}$`, "m"),
    );
    const verified = await open.visit("POST", `/codes/${id}`, { code });
    expect(verified).toMatchObject({
      status: 200,
      body: { data: { people: [], expires_at: "2027-03-01T06:30:00Z" } },
    });
    expect(await open.visit("POST", `/codes/${id}`, { code })).toMatchObject({
      status: 422,
      body: { code: "code_invalid" },
    });
    const remembered = await open.prove("ada@example.com", { remember: true });
    expect(remembered.body.data.expires_at).toBe("2027-05-30T06:00:00Z");
    const stored = (await storedTokens()).map(({ row }) => row).join("\n");
    expect(stored).not.toContain(code);
    expect(stored).not.toContain(verified.body.data.visitor_token);
  });

  test("expires after ten minutes, and after five wrong attempts, also at once", async () => {
    const id = await requestCode("eve@example.com");
    const code = codeIn(open.emails);
    await later(10 * MINUTE, async () => {
      expect((await open.visit("POST", `/codes/${id}`, { code })).body.code).toBe("code_invalid");
    });
    const other = await requestCode("eve@example.com");
    const right = codeIn(open.emails);
    const guesses = await Promise.all(
      Array.from({ length: 5 }, () => open.visit("POST", `/codes/${other}`, { code: wrong(right) })),
    );
    expect(guesses.map(({ body }) => body.code)).toEqual(Array(5).fill("code_invalid"));
    expect((await open.visit("POST", `/codes/${other}`, { code: right })).body.code).toBe("code_invalid");
  });

  test("names the clients with the address; a blocked one is refused after the right code only", async () => {
    await open.addClient({ first_name: "Zoë", email: "Family@Example.com" });
    await open.addClient({ first_name: "Ben", email: "family@example.com" });
    const { people } = (await open.prove("FAMILY@example.com")).body.data;
    expect(people.map((person: { first_name: string }) => person.first_name)).toEqual(["Ben", "Zoë"]);
    await open.addClient({ email: "family@example.com", online_booking_blocked: true });
    const id = await requestCode("family@example.com");
    const code = codeIn(open.emails);
    const guess = await open.visit("POST", `/codes/${id}`, { code: wrong(code) });
    expect(guess.body.code).toBe("code_invalid");
    expect(await open.visit("POST", `/codes/${id}`, { code })).toMatchObject({
      status: 403,
      body: {
        code: "online_booking_unavailable",
        message: "Online booking is not available. Contact the business.",
      },
    });
  });

  test("is answered with the same bytes for known, unknown and blocked addresses, without reading clients", async () => {
    await open.addClient({ email: "known@example.com" });
    await open.addClient({ email: "bound@example.com", online_booking_blocked: true });
    const answers = await Promise.all(
      ["known@example.com", "never@example.com", "bound@example.com"].map((email) =>
        open.visit("POST", "/codes", { email }),
      ),
    );
    const shapes = answers.map(({ status, text, body }) => [
      status,
      text.replace(body.data.id, "ID").replace(/\w+@/, "X@"),
    ]);
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1);
  });
});

test.runIf(isFullRun)(
  "requests for codes of 1,000 known, unknown and blocked addresses each cannot be told apart by bytes or time",
  { timeout: 600_000 },
  async () => {
    const count = 1_000;
    for (let index = 0; index < count; index++) {
      await open.addClient({ email: `known${index}@example.com` });
      await open.addClient({ email: `bound${index}@example.com`, online_booking_blocked: true });
    }
    const kinds = ["known", "other", "bound"] as const;
    const times: Record<(typeof kinds)[number], number[]> = { known: [], other: [], bound: [] };
    const texts = new Set<string>();
    for (let index = 0; index < count; index++)
      // Each kind of address is equally often first, second and third, because a request influences the duration of the next one.
      for (let turn = 0; turn < kinds.length; turn++) {
        const kind = kinds[(index + turn) % kinds.length] ?? "known";
        const beganAt = performance.now();
        const { status, text, body } = await open.visit("POST", "/codes", {
          email: `${kind}${index}@example.com`,
        });
        times[kind].push(performance.now() - beganAt);
        texts.add(`${status} ${text.replace(body.data.id, "ID").replace(/\w+@/, "X@")}`);
      }
    expect(texts.size, [...texts].slice(0, 3).join("\n")).toBe(1);
    for (const kind of kinds) {
      const sorted = times[kind].toSorted((one, other) => one - other);
      const at = (share: number) => sorted[Math.floor(share * (count - 1))]?.toFixed(2);
      const auc = shareAbove(times[kind], times.other).toFixed(3);
      console.info(`${kind}: p5 ${at(0.05)}, p50 ${at(0.5)}, p95 ${at(0.95)} ms; slower than other: ${auc}`);
    }
    // A share of 0.5 means that the durations do not reveal the kind of address; the standard error is 0.013.
    for (const kind of ["known", "bound"] as const)
      expect(Math.abs(shareAbove(times[kind], times.other) - 0.5)).toBeLessThan(0.06);
  },
);

/** Returns the share of pairs in which the time of the first list is longer. Equal times count half. */
function shareAbove(one: readonly number[], other: readonly number[]): number {
  let above = 0;
  for (const time of one)
    for (const compared of other) above += time > compared ? 1 : time === compared ? 0.5 : 0;
  return above / (one.length * other.length);
}

describe("requests for codes are limited", () => {
  test("to three an hour of a requester and an address, and ten e-mails to one address", async () => {
    const email = "limit@example.com";
    const address = newAddress();
    const statuses = [];
    for (let i = 0; i < 4; i++)
      statuses.push((await open.visit("POST", "/codes", { email }, { address })).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
    for (let i = 0; i < 7; i++) expect((await open.visit("POST", "/codes", { email })).status).toBe(201);
    const refused = await open.visit("POST", "/codes", { email });
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    await later(60 * MINUTE, async () => {
      expect((await open.visit("POST", "/codes", { email }, { address })).status).toBe(201);
    });
  });

  test("from the 21st of an IP address on by a proof of work, which is valid once and for its purpose", async () => {
    const address = newAddress();
    const ask = (n: number, proof?: string) =>
      open.visit("POST", "/codes", { email: `p${n}@example.com` }, { address, ...(proof ? { proof } : {}) });
    for (let n = 0; n < 20; n++) expect((await ask(n)).status).toBe(201);
    const refused = await ask(20);
    expect(refused).toMatchObject({ status: 428, body: { code: "proof_required" } });
    const proof = solved(refused);
    const forged = JSON.parse(Buffer.from(proof, "base64").toString());
    const other = { ...forged, salt: forged.salt.replace("visitor-code", "hold") };
    for (const bad of ["no", "e30=", Buffer.from(JSON.stringify(other)).toString("base64")])
      expect((await ask(20, bad)).status).toBe(428);
    expect((await ask(20, proof)).status).toBe(201);
    expect((await ask(21, proof)).status).toBe(428);
    const expiring = solved(await ask(22));
    await later(10 * MINUTE, async () => {
      expect((await ask(22, expiring)).status).toBe(428);
    });
  });
});

test("deleting a client ends the tokens and codes of their address", async () => {
  const clientId = await open.addClient({ email: "gone@example.com" });
  await open.prove("gone@example.com");
  expect((await open.call("DELETE", `/clients/${clientId}`)).status).toBe(200);
  const stored = (await storedTokens()).map(({ row }) => row).join("\n");
  expect(stored).not.toContain("gone@example.com");
});
