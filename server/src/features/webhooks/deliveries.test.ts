import { describe, expect, test } from "vitest";
import { disableEndpoint, insertDelivery, readQueue } from "../../../test/fixtures/queuedDeliveries.ts";
import { refusedFields, testApp } from "../../../test/fixtures/testApp.ts";

const open = await testApp({ isShared: true });

async function subscribed(...events: string[]): Promise<string> {
  const input = { url: "http://127.0.0.1:9/", events: events.length === 0 ? ["client.created"] : events };
  return (await open.call("POST", "/webhooks", input)).body.data.id;
}

async function logOf(id: string, search = "") {
  const answer = await open.call("GET", `/webhooks/${id}/deliveries${search}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data as { items: { id: string; kind: string }[]; next_cursor: string | null };
}

describe("a test", () => {
  test("creates a delivery that is due at once", async () => {
    const id = await subscribed();
    const { status, body } = await open.call("POST", `/webhooks/${id}/test`);
    expect([status, body.data]).toEqual([
      200,
      {
        id: expect.any(String),
        endpoint_id: id,
        kind: "test",
        event_id: null,
        event_type: "test",
        status: "pending",
        attempts: [],
        next_attempt_at: expect.any(String),
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    expect((await logOf(id)).items).toEqual([body.data]);
    expect(await readQueue(open, id)).toMatchObject([{ kind: "test", dueInMinutes: 0, nextDueInMinutes: 0 }]);
  });

  test("is sent to a disabled endpoint too, while its events wait", async () => {
    const id = await subscribed();
    await insertDelivery(open, id);
    await disableEndpoint(open, id);
    await open.call("POST", `/webhooks/${id}/test`);
    expect(await readQueue(open, id)).toMatchObject([
      { kind: "test", dueInMinutes: 0, nextDueInMinutes: 0 },
      { kind: "event", dueInMinutes: null },
    ]);
  });

  test("repeated with its Idempotency-Key is sent once", async () => {
    const id = await subscribed();
    const headers = { "idempotency-key": "test-once" };
    const first = await open.call("POST", `/webhooks/${id}/test`, undefined, headers);
    expect((await open.call("POST", `/webhooks/${id}/test`, undefined, headers)).body).toEqual(first.body);
    expect(await readQueue(open, id)).toHaveLength(1);
  });
});

describe("redelivery", () => {
  test("creates another delivery of the same event, whatever the status of the first and of the endpoint", async () => {
    const id = await subscribed();
    for (const status of ["succeeded", "failed", "pending"] as const) {
      const first = await insertDelivery(open, id, { status, ageHours: 100 });
      await disableEndpoint(open, id);
      const { items } = await logOf(id, "?kind=event&limit=100");
      const again = await open.call("POST", `/webhooks/${id}/deliveries/${first}/redeliver`);
      expect([again.status, again.body.data]).toMatchObject([
        200,
        {
          kind: "redelivery",
          event_id: (items.find((one) => one.id === first) as unknown as { event_id: string }).event_id,
          event_type: "client.created",
          status: "pending",
          attempts: [],
          next_attempt_at: expect.any(String),
        },
      ]);
      expect(again.body.data.id).not.toBe(first);
      const third = await open.call("POST", `/webhooks/${id}/deliveries/${again.body.data.id}/redeliver`);
      expect(third.body.data).toMatchObject({ kind: "redelivery", event_id: again.body.data.event_id });
    }
  });

  test("of a test creates another test", async () => {
    const id = await subscribed();
    const first = (await open.call("POST", `/webhooks/${id}/test`)).body.data;
    const again = (await open.call("POST", `/webhooks/${id}/deliveries/${first.id}/redeliver`)).body.data;
    expect(again).toMatchObject({ kind: "test", event_id: null });
    expect(again.id).not.toBe(first.id);
  });

  test("of another endpoint's delivery answers 404", async () => {
    const [id, other] = [await subscribed(), await subscribed()];
    const delivery = await insertDelivery(open, id);
    expect((await open.call("POST", `/webhooks/${other}/deliveries/${delivery}/redeliver`)).status).toBe(404);
    expect((await open.call("POST", `/webhooks/${id}/deliveries/${other}/redeliver`)).status).toBe(404);
  });
});

describe("the log", () => {
  test("shows the result of each attempt and the time of the next one", async () => {
    const id = await subscribed();
    const attempts = [
      { number: 1, started_at: "2027-03-01T06:00:00.250Z", duration_ms: 10_000, error: "no answer in 10 s" },
      {
        number: 2,
        started_at: "2027-03-01T06:01:10Z",
        duration_ms: 31,
        response_status: 503,
        error: "returned 503",
      },
      { number: 3, started_at: "2027-03-01T06:06:10Z", duration_ms: 12, response_status: 204 },
    ];
    await insertDelivery(open, id, { attempts, dueInMinutes: 30 });
    const [entry] = (await logOf(id)).items;
    expect(entry).toMatchObject({
      status: "pending",
      attempts: [{ ...attempts[0], response_status: null }, attempts[1], { ...attempts[2], error: null }],
      next_attempt_at: expect.stringMatching(/Z$/),
    });
  });

  test("is newest first, page after page", async () => {
    const id = await subscribed();
    const ids: string[] = [];
    for (let nth = 0; nth < 5; nth++) ids.push(await insertDelivery(open, id, { ageHours: nth }));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await logOf(id, `?limit=2${cursor === null ? "" : `&cursor=${cursor}`}`);
      seen.push(...page.items.map((one) => one.id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(ids);
  });

  test("is filtered by status, kind and event", async () => {
    const id = await subscribed();
    const failed = await insertDelivery(open, id, { status: "failed" });
    const again = (await open.call("POST", `/webhooks/${id}/deliveries/${failed}/redeliver`)).body.data.id;
    const tested = (await open.call("POST", `/webhooks/${id}/test`)).body.data.id;
    const found = async (search: string) => (await logOf(id, search)).items.map((one) => one.id);
    expect(await found("?status=failed")).toEqual([failed]);
    expect(await found("?status=pending")).toEqual([tested, again]);
    expect(await found("?kind=redelivery")).toEqual([again]);
    expect(await found("?event_type=test")).toEqual([tested]);
    expect(await found("?event_type=client.created&kind=event")).toEqual([failed]);
    expect(await found("?event_type=client.updated")).toEqual([]);
    for (const search of ["status=sent", "kind=x", "event_type=x", "cursor=x"])
      expect(refusedFields(await open.call("GET", `/webhooks/${id}/deliveries?${search}`))).toEqual([
        `/${search.split("=")[0]}`,
      ]);
    const { next_cursor } = await logOf(id, "?limit=1");
    const elsewhere = await open.call(
      "GET",
      `/webhooks/${await subscribed()}/deliveries?cursor=${next_cursor}`,
    );
    expect(refusedFields(elsewhere)).toEqual(["/cursor"]);
  });
});

test("log, test and redelivery need the read scope of every event of the endpoint", async () => {
  const id = await subscribed("client.created", "appointment.created");
  const delivery = await insertDelivery(open, id);
  const narrow = { authorization: `Bearer ${await open.keyWith("clients:read", "payments:read")}` };
  const enough = { authorization: `Bearer ${await open.keyWith("clients:read", "appointments:read")}` };
  for (const [method, path] of [
    ["GET", "/deliveries"],
    ["POST", "/test"],
    ["POST", `/deliveries/${delivery}/redeliver`],
  ] as const) {
    expect(await open.call(method, `/webhooks/${id}${path}`, undefined, narrow), path).toMatchObject({
      status: 403,
      body: { code: "forbidden_role", details: { required: "appointments:read" } },
    });
    expect((await open.call(method, `/webhooks/${id}${path}`, undefined, enough)).status, path).toBe(200);
  }
});
