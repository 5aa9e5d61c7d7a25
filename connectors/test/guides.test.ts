import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConnectorApp, connectorApp } from "./connectorApp.ts";

const guides = join(import.meta.dirname, "..", "..", "docs", "guides");

interface GuideRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

interface Answer {
  readonly message?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the test reads answers of several operations.
  readonly data: any;
}

/** Returns the requests in a guide: its `http` code blocks. */
function requestsOf(name: string): GuideRequest[] {
  const text = readFileSync(join(guides, `${name}.md`), "utf8");
  return [...text.matchAll(/```http\n([\s\S]*?)```/g)].map(([, block = ""]) => {
    const [head = "", body] = block.trim().split("\n\n");
    const [line = "", ...headers] = head.split("\n");
    const [method = "", url = ""] = line.split(" ");
    return { method, url, body, headers: Object.fromEntries(headers.map((one) => one.split(": "))) };
  });
}

let open: ConnectorApp;
beforeAll(async () => {
  open = await connectorApp();
});
afterAll(() => open.close());

test.each([
  ["zapier", "zapier"],
  ["make", "make"],
  ["n8n", "manual"],
])("every request of the guide for %s succeeds, in its order", async (guide, source) => {
  const { salon, address, platform } = open;
  const known: Record<string, string> = {
    "https://book.example.com": address,
    "https://hooks.example.com/YOUR_HOOK": `${platform.url}/${guide}`,
    "ORDER-4711": `order-${guide}`,
    dbk_YOUR_KEY: salon.key,
    BUSINESS_ID: salon.businessId,
    LOCATION_ID: salon.locationId,
    SERVICE_ID: salon.cut,
    STAFF_ID: salon.anna,
    CLIENT_ID: salon.clientId,
  };
  const filled = (text: string) =>
    Object.entries(known).reduce((result, [name, value]) => result.replaceAll(name, value), text);
  const requests = requestsOf(guide);
  expect(requests).toHaveLength(12);
  const removals = requests.filter(({ method }) => method === "DELETE");
  expect(removals).toHaveLength(1);
  const send = async ({ method, url, headers, body }: GuideRequest) => {
    const answer = await fetch(filled(url), {
      method,
      headers: JSON.parse(filled(JSON.stringify(headers))),
      ...(body !== undefined && { body: filled(body) }),
    });
    const { data, message } = (await answer.json()) as Answer;
    expect(answer.ok, `${method} ${url}: ${message}`).toBe(true);
    if (url.endsWith("/me")) expect(data.memberships[0].business_id).toBe(salon.businessId);
    if (url.endsWith("/webhooks")) {
      expect(data.source).toBe(source);
      known.WEBHOOK_ID = data.id;
    }
    if (method === "POST" && url.endsWith("/appointments")) known.APPOINTMENT_ID = data.id;
    if (url.endsWith("/transitions")) expect(data.status).toBe("cancelled");
  };
  for (const request of requests) if (!removals.includes(request)) await send(request);
  const types = (await open.received()).map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(["test"]));
  // Removes the subscription last, because a reader of the guide does the same.
  for (const request of removals) await send(request);
});
