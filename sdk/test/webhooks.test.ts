import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stripeEvent, stripeHeader } from "../../server/test/fixtures/stripeSignatures.ts";
import {
  signWebhook,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
  type WebhookVerificationReason,
} from "../src/index.ts";

const secret = "whsec_0000000000000000000000000000000000000000000";
const at = 1_806_303_600;
const now = at * 1000;
const body = JSON.stringify({
  id: "01977f6e-8a51-7c1e-9c0a-5a3f1f2b7d10",
  type: "client.updated",
  created_at: "2027-03-29T07:00:00Z",
  business_id: "01977f6e-8a51-7c1e-9c0a-5a3f1f2b7d11",
  data: { id: "01977f6e-8a51-7c1e-9c0a-5a3f1f2b7d12", name: "Zoë 💇" },
});

/** Signs a text as the specification says, without using the SDK. */
function signed(text: string | Buffer, key = secret, time = `${at}`): string {
  return createHmac("sha256", key).update(`${time}.`).update(text).digest("hex");
}
const header = `t=${at},v1=${signed(body)}`;

async function reasonOf(
  received: Partial<Parameters<typeof verifyWebhook>[0]>,
): Promise<WebhookVerificationReason> {
  const error = await verifyWebhook({ body, header, secret, now, ...received }).catch(
    (error: unknown) => error,
  );
  if (!(error instanceof WebhookVerificationError))
    throw new Error("The verification succeeded, or failed with another error.", { cause: error });
  return error.reason;
}

test("signWebhook signs a body as the specification says, so that it passes verification", async () => {
  expect(await signWebhook({ body, secret, now })).toBe(header);
  const signedNow = await signWebhook({ body: Buffer.from(body), secret });
  expect(await verifyWebhook({ body, secret, header: signedNow })).toEqual(JSON.parse(body));
});

describe("a delivery passes verification", () => {
  test("as text and as bytes, and returns the event", async () => {
    const event = await verifyWebhook({ body, header, secret, now });
    expect(event).toEqual(JSON.parse(body));
    expect(await verifyWebhook({ body: Buffer.from(body), header, secret, now })).toEqual(event);
  });

  test("when any of several signatures matches, in any position", async () => {
    const other = signed(body, "another secret");
    for (const all of [
      [signed(body), other],
      [other, signed(body)],
      [other, other, signed(body), other],
    ])
      await verifyWebhook({ body, header: `t=${at},${all.map((one) => `v1=${one}`).join()}`, secret, now });
  });

  test("with unknown parts and spaces in the header", async () => {
    await verifyWebhook({
      body,
      header: `v0=x, t=${at} ,v2=${"0".repeat(64)}, v1=${signed(body)}`,
      secret,
      now,
    });
  });

  test("up to five minutes before and after its signature, or within toleranceSeconds", async () => {
    for (const seconds of [-300, 0, 300])
      await verifyWebhook({ body, header, secret, now: now + seconds * 1000 });
    for (const seconds of [-301, 301])
      expect(await reasonOf({ now: now + seconds * 1000 })).toBe("outside_tolerance");
    await verifyWebhook({ body, header, secret, now: now + 3_600_000, toleranceSeconds: 3_600 });
    expect(await reasonOf({ now: now + 11_000, toleranceSeconds: 10 })).toBe("outside_tolerance");
  });

  test("by the clock of the machine when the caller gives no time", async () => {
    const time = `${Math.floor(Date.now() / 1000)}`;
    await verifyWebhook({ body, header: `t=${time},v1=${signed(body, secret, time)}`, secret });
    expect(await reasonOf({ header: `t=100,v1=${signed(body, secret, "100")}`, now: Date.now() })).toBe(
      "outside_tolerance",
    );
  });
});

describe("a delivery fails verification", () => {
  test("when its body, time, signature or secret differs in one byte", async () => {
    const cases: [Partial<Parameters<typeof verifyWebhook>[0]>, WebhookVerificationReason][] = [
      [{ body: `${body} ` }, "wrong_signature"],
      [{ body: body.replace("Zoë", "Zoe") }, "wrong_signature"],
      [{ header: header.replace(`t=${at}`, `t=${at + 1}`) }, "wrong_signature"],
      [{ header: header.replace(/.$/, (last) => (last === "0" ? "1" : "0")) }, "wrong_signature"],
      [{ secret: `${secret} ` }, "wrong_signature"],
      [{ secret: secret.slice("whsec_".length) }, "wrong_signature"],
    ];
    for (const [received, reason] of cases)
      expect(await reasonOf(received), JSON.stringify(received)).toBe(reason);
  });

  test("when its header is missing or malformed", async () => {
    const v1 = `v1=${signed(body)}`;
    const headers = [
      null,
      undefined,
      "",
      "x",
      v1,
      `t=${at}`,
      `t=,${v1}`,
      `t=-1,${v1}`,
      `t=1e9,${v1}`,
      `t=${at},t=${at},${v1}`,
    ];
    const more = [
      `t=${at},v1=`,
      `t=${at},v1=abc`,
      `t=${at},v0=${signed(body)}`,
      `t=${at},v1=${signed(body).toUpperCase()}`,
    ];
    for (const one of [...headers, ...more])
      expect(await reasonOf({ header: one }), String(one)).toBe("malformed_header");
  });

  test("when its signature is valid and its body is not an event", async () => {
    for (const text of ["", "{", "null", "[]", '"x"', "{}"])
      expect(await reasonOf({ body: text, header: `t=${at},v1=${signed(text)}` }), text).toBe(
        "malformed_body",
      );
    const broken = Buffer.from([0x7b, 0xff, 0x7d]);
    expect(await reasonOf({ body: broken, header: `t=${at},v1=${signed(broken)}` })).toBe("malformed_body");
  });

  test("with any other text as header", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("t", "v1", "=", ",", "0", "f", " ") })),
        async (any) => {
          await expect(verifyWebhook({ body, header: any, secret, now })).rejects.toBeInstanceOf(
            WebhookVerificationError,
          );
        },
      ),
    );
  });
});

test("the signatures of an independent library verify, and that library verifies ours", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "grapheme" }),
      // The standardwebhooks library rejects a secret that consists only of spaces.
      fc.string({ minLength: 1, unit: "grapheme-ascii" }).filter((key) => key.trim() !== ""),
      async (name, key) => {
        const payload = JSON.stringify({ ...JSON.parse(body), data: { name } });
        const event = await verifyWebhook({
          body: payload,
          header: stripeHeader(payload, key, at),
          secret: key,
          now,
        });
        expect(event).toEqual(JSON.parse(payload));
        expect(stripeEvent(payload, `t=${at},v1=${signed(payload, key)}`, key, at)).toEqual(event);
      },
    ),
  );
});

test("the type of an event narrows its data", () => {
  const summary = (event: WebhookEvent): string => {
    switch (event.type) {
      case "appointment.updated":
        // Both forms of the event contain `starts_at`; only the full form contains `total`.
        return "total" in event.data ? event.data.total.currency : event.data.starts_at;
      case "client.updated":
        return "deleted_at" in event.data ? event.data.deleted_at : event.data.id;
      case "sale.completed":
        return event.data.payment_ids.join();
      case "test":
        return event.business_id;
      default:
        return event.data.id;
    }
  };
  expect(summary).toBeTypeOf("function");
  // @ts-expect-error: there is no such event.
  expect((event: WebhookEvent) => event.type === "appointment.cancelled").toBeTypeOf("function");
});
