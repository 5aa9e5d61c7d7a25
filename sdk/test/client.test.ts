import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { buildApp } from "../../server/src/app.ts";
import { bookingOf, type TestApp, testApp } from "../../server/test/fixtures/testApp.ts";
import { ApiError, type Client, connect, type Daybook, UnreadableAnswer } from "../src/index.ts";

let house: TestApp;
let address: string;
let daybook: Daybook;
let business: string;

beforeAll(async () => {
  house = await testApp();
  address = await house.app.listen({ port: 0, host: "127.0.0.1" });
  business = house.salon.businessId;
  daybook = connect({ address, key: house.salon.key });
});

afterAll(async () => {
  await house.close();
});

test("an operation answers its data, typed as the description says", async () => {
  const me = await daybook.get("/me");
  expect(me.memberships[0]?.business_id).toBe(business);
  const found = await daybook.get("/businesses/{business}/services", {
    path: { business },
    query: { location_id: house.salon.locationId },
  });
  expect(found.items.map(({ name }) => name)).not.toHaveLength(0);
});

test("a refusal is an ApiError with code, status, details and the request's id", async () => {
  const body = { first_name: "" };
  const refused = daybook.post("/businesses/{business}/clients", { path: { business }, body });
  const error = await refused.catch((error: unknown) => error);
  if (!(error instanceof ApiError) || !error.is("validation_failed")) throw error;
  expect(error.status).toBe(422);
  expect(error.details.fields.map(({ path }) => path)).toContain("/first_name");
  expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
});

test("a record that has changed since it was seen is not changed", async () => {
  const path = { business, client: await house.addClient({ first_name: "Ida" }) };
  const seen = await daybook.get("/businesses/{business}/clients/{client}", { path });
  const change = (first_name: string) =>
    daybook.patch("/businesses/{business}/clients/{client}", {
      path,
      body: { first_name },
      ifMatch: seen.version,
    });
  expect((await change("Ada")).first_name).toBe("Ada");
  await expect(change("Eva")).rejects.toMatchObject({ code: "version_mismatch", status: 412 });
});

test("a list is walked page after page, each item once", async () => {
  const made: string[] = [];
  for (let nth = 0; nth < 7; nth++) made.push(await house.addClient({ first_name: `Walked${nth}` }));
  const walked: Client[] = [];
  for await (const client of daybook.each("/businesses/{business}/clients", {
    path: { business },
    query: { q: "walked", limit: 2 },
  }))
    walked.push(client);
  expect(walked.map(({ id }) => id).sort()).toEqual(made.sort());
});

test("a client whose answer was lost is there once", async () => {
  const between = await stopBetween(address, (nth) => (nth === 1 ? "lose the answer" : "pass on"));
  const patient = connect({ address: between.address, key: house.salon.key });
  const client = await patient.post("/businesses/{business}/clients", {
    path: { business },
    body: { first_name: "Onlyonce" },
  });
  const found = await daybook.get("/businesses/{business}/clients", {
    path: { business },
    query: { q: "onlyonce" },
  });
  expect(found.items.map(({ id }) => id)).toEqual([client.id]);
  expect(between.seen).toHaveLength(2);
  expect(new Set(between.seen.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
});

test("each request that writes has an Idempotency-Key of its own, or the caller's", async () => {
  const between = await stopBetween(address, () => "pass on");
  const writer = connect({ address: between.address, key: house.salon.key });
  const path = { business };
  for (const first_name of ["One", "Two"])
    await writer.post("/businesses/{business}/clients", { path, body: { first_name } });
  const body = { first_name: "Three" };
  await writer.post("/businesses/{business}/clients", { path, body, idempotencyKey: "import-3" });
  const keys = between.seen.map(({ headers }) => headers["idempotency-key"]);
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBe("import-3");
});

test("a DELETE whose answer was lost is not sent again by itself", async () => {
  const between = await stopBetween(address, () => "lose the answer");
  const impatient = connect({ address: between.address, key: house.salon.key });
  const block = crypto.randomUUID();
  const path = { business, block };
  await expect(impatient.delete("/businesses/{business}/blocks/{block}", { path })).rejects.toThrow(
    TypeError,
  );
  expect(between.seen).toHaveLength(1);
});

test("what is unavailable is asked again after the seconds it names", async () => {
  const between = await stopBetween(address, (nth) => (nth < 3 ? "be away" : "pass on"));
  const patient = connect({ address: between.address, key: house.salon.key });
  expect((await patient.get("/me")).memberships).toHaveLength(1);
  expect(between.seen).toHaveLength(3);
});

test("patience ends: after the last attempt the refusal is told, and a long wait is not begun", async () => {
  const always = await stopBetween(address, () => "be away");
  const twice = connect({ address: always.address, key: house.salon.key, retries: 1 });
  await expect(twice.get("/me")).rejects.toMatchObject({ code: "unavailable", status: 503 });
  expect(always.seen).toHaveLength(2);
  const hurried = connect({ address: always.address, key: house.salon.key, longestWaitSeconds: 0 });
  always.waitSeconds = 1;
  await expect(hurried.get("/me")).rejects.toMatchObject({ code: "unavailable" });
  expect(always.seen).toHaveLength(3);
});

test("a caller who gives up while it waits is not kept waiting", async () => {
  const always = await stopBetween(address, () => "be away");
  always.waitSeconds = 50;
  const patient = connect({ address: always.address, key: house.salon.key });
  const giveUp = new AbortController();
  const asked = patient.get("/me", { signal: giveUp.signal });
  await always.asked;
  giveUp.abort(new Error("enough"));
  await expect(asked).rejects.toThrow();
});

test("over the limit it waits until it may ask again", async () => {
  const { database, clock, salon } = house;
  const app = await buildApp({ database, clock, checkAnswers: true, rateLimitPerMinute: 30 });
  onTestFinished(() => app.close());
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const statuses: number[] = [];
  const counted: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    statuses.push(response.status);
    return response;
  };
  const limited = connect({ address, key: salon.key, fetch: counted });
  const many = await Promise.all(Array.from({ length: 31 }, () => limited.get("/me")));
  expect(many.every(({ memberships }) => memberships.length === 1)).toBe(true);
  expect(statuses).toContain(429);
});

test("every answer is heard, those that are not the last included", async () => {
  const between = await stopBetween(address, (nth) => (nth < 3 ? "be away" : "pass on"));
  const heard: string[] = [];
  const onAnswer = ({ status, headers }: Response) =>
    void heard.push(`${status} ${headers.has("x-request-id")}`);
  await connect({ address: between.address, key: house.salon.key, onAnswer }).get("/me");
  expect(heard).toEqual(["503 false", "503 false", "200 true"]);
});

test("headers of one's own go with every request, and the key is the key", async () => {
  const between = await stopBetween(address, () => "pass on");
  const headers = { "X-Office": "Nord", Authorization: "Basic of-a-proxy" };
  const client = connect({ address: between.address, key: house.salon.key, headers });
  await client.get("/me");
  const { authorization, "x-office": office } = between.seen[0]?.headers ?? {};
  expect([office, authorization]).toEqual(["Nord", `Bearer ${house.salon.key}`]);
});

test("who is signed in asks with the cookie of the session", async () => {
  const account = { name: "Ada Krämer", email: "ada@example.com", password: "correct horse battery" };
  const signedUp = await fetch(`${address}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(account),
  });
  const cookie = String(signedUp.headers.getSetCookie()[0]?.split(";")[0]);
  const ada = connect({ address, headers: { cookie } });
  const { id } = await ada.post("/businesses", {
    body: { name: "Haarwerk", type: "salon", country: "DE", currency: "EUR", time_zone: "Europe/Berlin" },
  });
  expect((await ada.get("/me")).memberships).toMatchObject([{ business_id: id, role: "owner" }]);
});

test("an answer that is not Daybook's says so", async () => {
  const between = await stopBetween(address, () => "talk of something else");
  const lost = connect({ address: between.address });
  const error = await lost.get("/me").catch((error: unknown) => error);
  expect(error).toBeInstanceOf(UnreadableAnswer);
  expect(error).toMatchObject({ status: 502 });
});

test("taken time is refused with what stands there and where it would fit", async () => {
  const { salon } = house;
  const service = await house.addService({ name: "Cut" });
  const body = bookingOf(salon, "2027-03-01T11:00:00+01:00", [[service, salon.anna]]);
  const book = () => daybook.post("/businesses/{business}/appointments", { path: { business }, body });
  await book();
  const error = await book().catch((error: unknown) => error);
  if (!(error instanceof ApiError) || !error.is("time_conflict")) throw error;
  expect(error.details.conflicts[0]?.reason).toBe("appointment");
});

test("what the description does not know does not compile", () => {
  const path = { business };
  const never = () => [
    // @ts-expect-error: a list of appointments needs a location and a window.
    daybook.get("/businesses/{business}/appointments", { path }),
    // @ts-expect-error: there is no such path.
    daybook.get("/appointments"),
    // @ts-expect-error: a booking needs its items.
    daybook.post("/businesses/{business}/appointments", { path, body: {} }),
    // @ts-expect-error: only lists are walked.
    daybook.each("/businesses/{business}", { path }),
  ];
  expect(never).toBeTypeOf("function");
});

type Behaviour = "pass on" | "lose the answer" | "be away" | "talk of something else";

/** What stands between us and the server in the world outside: it passes requests on, or does what such things do. */
async function stopBetween(upstream: string, behave: (nth: number) => Behaviour) {
  const first = Promise.withResolvers<void>();
  const stop = { address: "", seen: [] as IncomingMessage[], waitSeconds: 0, asked: first.promise };
  const server = createServer((incoming, answer) => {
    stop.seen.push(incoming);
    const behaviour = behave(stop.seen.length);
    if (behaviour === "talk of something else") return void answer.writeHead(502).end("<h1>Bad gateway</h1>");
    if (behaviour === "be away") {
      const body = { success: false, code: "unavailable", message: "The database is away." };
      answer
        .writeHead(503, { "retry-after": String(stop.waitSeconds) })
        .end(JSON.stringify(body), () => first.resolve());
      return;
    }
    passOn(upstream, incoming, answer, behaviour === "lose the answer");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  stop.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return stop;
}

function passOn(upstream: string, incoming: IncomingMessage, answer: ServerResponse, lose: boolean): void {
  const { method = "GET", url = "/", headers } = incoming;
  const onward = httpRequest(upstream + url, { method, headers }, (given) => {
    if (!lose) return void given.pipe(answer.writeHead(given.statusCode ?? 502, given.headers));
    // The server has answered, so it is done; whoever asked never hears of it.
    given.resume().on("end", () => incoming.socket.destroy());
  });
  incoming.pipe(onward);
}
