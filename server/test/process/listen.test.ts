import { verifyWebhook } from "@daybook/sdk";
import { expect, test, vi } from "vitest";
import { systemClock, trueDatabaseClock } from "../../src/kernel/clock.ts";
import { addressOf } from "../../src/platform/http/address.ts";
import { openRelay } from "../../src/platform/outbox/relay.ts";
import { closedAtEnd } from "../fixtures/closeAtEnd.ts";
import { openReceiver } from "../fixtures/receiver.ts";
import { createSalon } from "../fixtures/salon.ts";
import { testServer } from "../fixtures/testApp.ts";
import { commandHere } from "./commandHere.ts";
import { daybook } from "./daybook.ts";

const SECRET = "whsec_a-secret-for-this-test";
const PATIENTLY = { timeout: 60_000 };

const server = await testServer({ clock: systemClock, databaseClock: trueDatabaseClock } as never);
const { app, database } = server;
await app.listen({ port: 0, host: "127.0.0.1" });
const url = addressOf(app.server.address() as never);
closedAtEnd(openRelay({ database, consumers: [], log: (message, error) => console.error(message, error) }));
const sandboxKey = (await createSalon(database, systemClock, { sandbox: true })).key;
const realKey = (await createSalon(database, systemClock)).key;
const receiver = await openReceiver();

test("listen forwards the events of trigger, signed like a webhook", async () => {
  const environment = { DAYBOOK_API_KEY: sandboxKey };
  const listening = daybook(
    [
      "listen",
      "--url",
      url,
      "--forward-to",
      `${receiver.url}/hooks`,
      "--secret",
      SECRET,
      "--events",
      "appointment.created",
    ],
    environment,
  );
  await vi.waitUntil(() => listening.errors().includes("Ready"), PATIENTLY);
  const triggered = await commandHere(["trigger", "appointment.created", "--url", url], environment);
  expect(triggered).toMatchObject({ code: 0, errors: "" });
  const appointmentId = /^appointment\.created (\S+)\n$/.exec(triggered.output)?.[1];

  await vi.waitUntil(() => receiver.requests.length > 0 && listening.output().includes("→ 204"), PATIENTLY);
  const [request] = receiver.requests;
  const header = String(request?.headers["service-signature"]);
  const event = await verifyWebhook({ body: request?.body ?? "", header, secret: SECRET });
  expect(event).toMatchObject({ type: "appointment.created", data: { id: appointmentId } });
  expect(request?.headers).toMatchObject({
    "service-event-id": (event as { id: string }).id,
    "service-event-type": "appointment.created",
    "service-attempt": "1",
    "service-sandbox": "true",
    "service-event-cursor": expect.stringMatching(/./),
  });
  expect(receiver.requests).toHaveLength(1);
  expect(await listening.stop()).toBe(0);
});

test("trigger refuses a business that is not a sandbox, and an unknown key", async () => {
  const real = await commandHere(["trigger", "client.created", "--url", url, "--key", realKey], {});
  expect(real.code).toBe(1);
  expect(real.errors).toContain("404 not_found");
  const unknown = await commandHere(["trigger", "client.created", "--url", url, "--key", "dbk_none"], {});
  expect(unknown.code).toBe(1);
  expect(unknown.errors).toContain("401 unauthenticated");
});

test.each([
  [["trigger"], "daybook trigger needs an EVENT."],
  [["trigger", "visit.created", "--key", "k"], '"visit.created" is not an event.'],
  [["trigger", "client.created"], "daybook trigger needs an API key"],
  [["listen", "--key", "k", "--forward-to", "localhost"], "--forward-to needs a URL"],
])("the arguments %j are refused with a message", async (words, sentence) => {
  const refused = await commandHere(words, {});
  expect(refused.code).toBe(2);
  expect(refused.errors).toContain(sentence);
});
