import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { buildApp } from "../../server/src/app.ts";
import { bookingOf, testApp } from "../../server/test/fixtures/testApp.ts";
import { ApiError, type Client, connect, UnexpectedResponse } from "../src/index.ts";

let address: string;

const fixture = await testApp();
address = await fixture.app.listen({ port: 0, host: "127.0.0.1" });
const business = fixture.salon.businessId;
const daybook = connect({ address, key: fixture.salon.key });

test("an operation returns its data, with the types of the description", async () => {
  const me = await daybook.get("/me");
  expect(me.memberships[0]?.business_id).toBe(business);
  const found = await daybook.get("/businesses/{business}/services", {
    path: { business },
    query: { location_id: fixture.salon.locationId },
  });
  expect(found.items.map(({ name }) => name)).not.toHaveLength(0);
});

test("an operation is also a function of its resource", async () => {
  const path = { business };
  const me = await daybook.me.get();
  expect(me.memberships[0]?.business_id).toBe(business);
  const client = await daybook.clients.create({ path, body: { first_name: "Ines" } });
  const { salon } = fixture;
  const body = bookingOf(salon, "2027-03-15T09:00:00+01:00", [[salon.cut, salon.anna]]);
  const booked = await daybook.appointments.book({ path, body: { ...body, client_id: client.id } });
  const read = await daybook.appointments.get({ path: { business, appointment: booked.id } });
  expect(read).toEqual(booked);
  // @ts-expect-error: the path of an appointment has its id.
  await expect(daybook.appointments.get({ path })).rejects.toThrow("needs a value for appointment");
});

test("an error answer is thrown as an ApiError with code, status, details and request id", async () => {
  const body = { first_name: "" };
  const request = daybook.post("/businesses/{business}/clients", { path: { business }, body });
  const error = await request.catch((error: unknown) => error);
  if (!(error instanceof ApiError) || !error.is("validation_failed")) throw error;
  expect(error.status).toBe(422);
  expect(error.details.fields.map(({ path }) => path)).toContain("/first_name");
  expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
});

test("a change with ifMatch of an older version is refused", async () => {
  const path = { business, client: await fixture.addClient({ first_name: "Ida" }) };
  const read = await daybook.get("/businesses/{business}/clients/{client}", { path });
  const change = (first_name: string) =>
    daybook.patch("/businesses/{business}/clients/{client}", {
      path,
      body: { first_name },
      ifMatch: read.version,
    });
  expect((await change("Ada")).first_name).toBe("Ada");
  await expect(change("Eva")).rejects.toMatchObject({ code: "version_mismatch", status: 412 });
});

test("each iterates over all pages of a list, and over each item once", async () => {
  const created: string[] = [];
  for (let nth = 0; nth < 7; nth++) created.push(await fixture.addClient({ first_name: `Listed${nth}` }));
  const clients: Client[] = [];
  for await (const client of daybook.each("/businesses/{business}/clients", {
    path: { business },
    query: { q: "listed", limit: 2 },
  }))
    clients.push(client);
  expect(clients.map(({ id }) => id).sort()).toEqual(created.sort());
});

test("a POST whose response was lost is sent again with the same Idempotency-Key and creates one record", async () => {
  const proxy = await proxyTo(address, (nth) => (nth === 1 ? "lose the response" : "forward"));
  const sdk = connect({ address: proxy.address, key: fixture.salon.key });
  const client = await sdk.post("/businesses/{business}/clients", {
    path: { business },
    body: { first_name: "Onlyonce" },
  });
  const found = await daybook.get("/businesses/{business}/clients", {
    path: { business },
    query: { q: "onlyonce" },
  });
  expect(found.items.map(({ id }) => id)).toEqual([client.id]);
  expect(proxy.seen).toHaveLength(2);
  expect(new Set(proxy.seen.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
});

test("each POST has its own Idempotency-Key, or the one that the caller gives", async () => {
  const proxy = await proxyTo(address, () => "forward");
  const writer = connect({ address: proxy.address, key: fixture.salon.key });
  const path = { business };
  for (const first_name of ["One", "Two"])
    await writer.post("/businesses/{business}/clients", { path, body: { first_name } });
  const body = { first_name: "Three" };
  await writer.post("/businesses/{business}/clients", { path, body, idempotencyKey: "import-3" });
  const keys = proxy.seen.map(({ headers }) => headers["idempotency-key"]);
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBe("import-3");
});

test("a DELETE whose response was lost is not sent again", async () => {
  const proxy = await proxyTo(address, () => "lose the response");
  const sdk = connect({ address: proxy.address, key: fixture.salon.key });
  const block = crypto.randomUUID();
  const path = { business, block };
  await expect(sdk.delete("/businesses/{business}/blocks/{block}", { path })).rejects.toThrow(TypeError);
  expect(proxy.seen).toHaveLength(1);
});

test("a request that answers 503 is sent again after the seconds of Retry-After", async () => {
  const proxy = await proxyTo(address, (nth) => (nth < 3 ? "unavailable" : "forward"));
  const sdk = connect({ address: proxy.address, key: fixture.salon.key });
  expect((await sdk.get("/me")).memberships).toHaveLength(1);
  expect(proxy.seen).toHaveLength(3);
});

test("after the last attempt, and before a wait that is too long, the error is thrown", async () => {
  const always = await proxyTo(address, () => "unavailable");
  const sdk = connect({ address: always.address, key: fixture.salon.key, retries: 1 });
  await expect(sdk.get("/me")).rejects.toMatchObject({ code: "unavailable", status: 503 });
  expect(always.seen).toHaveLength(2);
  const sdkWithoutWait = connect({ address: always.address, key: fixture.salon.key, maxWaitSeconds: 0 });
  always.waitSeconds = 1;
  await expect(sdkWithoutWait.get("/me")).rejects.toMatchObject({ code: "unavailable" });
  expect(always.seen).toHaveLength(3);
});

test("aborting the signal ends a wait between attempts", async () => {
  const always = await proxyTo(address, () => "unavailable");
  always.waitSeconds = 50;
  const sdk = connect({ address: always.address, key: fixture.salon.key });
  const giveUp = new AbortController();
  const request = sdk.get("/me", { signal: giveUp.signal });
  await always.firstRequest;
  giveUp.abort(new Error("enough"));
  await expect(request).rejects.toThrow();
});

test("requests over the rate limit are sent again until they succeed", async () => {
  const { database, clock, salon } = fixture;
  const app = await buildApp({ database, clock, checkAnswers: true, rateLimitPerMinute: 30 });
  onTestFinished(() => app.close());
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const statuses: number[] = [];
  const countingFetch: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    statuses.push(response.status);
    return response;
  };
  const sdk = connect({ address, key: salon.key, fetch: countingFetch });
  // On a busy machine, the first requests may take so long that the limit allows one more.
  while (!statuses.includes(429)) {
    const many = await Promise.all(Array.from({ length: 31 }, () => sdk.get("/me")));
    expect(many.every(({ memberships }) => memberships.length === 1)).toBe(true);
  }
});

test("onResponse is called with every response, also with those that are retried", async () => {
  const proxy = await proxyTo(address, (nth) => (nth < 3 ? "unavailable" : "forward"));
  const responses: string[] = [];
  const onResponse = ({ status, headers }: Response) =>
    void responses.push(`${status} ${headers.has("x-request-id")}`);
  await connect({ address: proxy.address, key: fixture.salon.key, onResponse }).get("/me");
  expect(responses).toEqual(["503 false", "503 false", "200 true"]);
});

test("custom headers are sent with every request, and do not replace the API key", async () => {
  const proxy = await proxyTo(address, () => "forward");
  const headers = { "X-Office": "Nord", Authorization: "Basic of-a-proxy" };
  const client = connect({ address: proxy.address, key: fixture.salon.key, headers });
  await client.get("/me");
  const { authorization, "x-office": office } = proxy.seen[0]?.headers ?? {};
  expect([office, authorization]).toEqual(["Nord", `Bearer ${fixture.salon.key}`]);
});

test("a signed-in user can call with the session cookie instead of a key", async () => {
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

test("a response that is not of Daybook's API is thrown as an UnexpectedResponse", async () => {
  const proxy = await proxyTo(address, () => "bad gateway");
  const client = connect({ address: proxy.address });
  const error = await client.get("/me").catch((error: unknown) => error);
  expect(error).toBeInstanceOf(UnexpectedResponse);
  expect(error).toMatchObject({ status: 502 });
});

test("the details of time_conflict hold the conflicts and alternatives", async () => {
  const { salon } = fixture;
  const service = await fixture.addService({ name: "Cut" });
  const body = bookingOf(salon, "2027-03-01T11:00:00+01:00", [[service, salon.anna]]);
  const book = () => daybook.post("/businesses/{business}/appointments", { path: { business }, body });
  await book();
  const error = await book().catch((error: unknown) => error);
  if (!(error instanceof ApiError) || !error.is("time_conflict")) throw error;
  expect(error.details.conflicts[0]?.reason).toBe("appointment");
});

test("a path or input that is not in the description does not compile", () => {
  const path = { business };
  const never = () => [
    // @ts-expect-error: a list of appointments needs a location and a window.
    daybook.get("/businesses/{business}/appointments", { path }),
    // @ts-expect-error: there is no such path.
    daybook.get("/appointments"),
    // @ts-expect-error: a booking needs its items.
    daybook.post("/businesses/{business}/appointments", { path, body: {} }),
    // @ts-expect-error: the path is not a list.
    daybook.each("/businesses/{business}", { path }),
  ];
  expect(never).toBeTypeOf("function");
});

type Behaviour = "forward" | "lose the response" | "unavailable" | "bad gateway";

/** Starts a proxy in front of the server that can simulate failures. */
async function proxyTo(upstream: string, behave: (nth: number) => Behaviour) {
  const first = Promise.withResolvers<void>();
  const stop = { address: "", seen: [] as IncomingMessage[], waitSeconds: 0, firstRequest: first.promise };
  const server = createServer((incoming, answer) => {
    stop.seen.push(incoming);
    const behaviour = behave(stop.seen.length);
    if (behaviour === "bad gateway") return void answer.writeHead(502).end("<h1>Bad gateway</h1>");
    if (behaviour === "unavailable") {
      const body = { success: false, code: "unavailable", message: "The database is away." };
      answer
        .writeHead(503, { "retry-after": String(stop.waitSeconds) })
        .end(JSON.stringify(body), () => first.resolve());
      return;
    }
    forward(upstream, incoming, answer, behaviour === "lose the response");
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

function forward(upstream: string, incoming: IncomingMessage, answer: ServerResponse, lose: boolean): void {
  const { method = "GET", url = "/", headers } = incoming;
  const onward = httpRequest(upstream + url, { method, headers }, (given) => {
    if (!lose) return void given.pipe(answer.writeHead(given.statusCode ?? 502, given.headers));
    // The server makes the change, but the client does not receive the response.
    given.resume().on("end", () => incoming.socket.destroy());
  });
  incoming.pipe(onward);
}
