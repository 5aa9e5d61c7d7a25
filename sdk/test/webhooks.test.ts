import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stripeEvent, stripeHeader } from "../../server/test/fixtures/stripeSignatures.ts";
import { UnverifiedWebhook, verifyWebhook, type WebhookEvent, type WebhookRefusal } from "../src/index.ts";

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

/** By the words of the specification alone. */
function signed(text: string | Buffer, key = secret, time = `${at}`): string {
  return createHmac("sha256", key).update(`${time}.`).update(text).digest("hex");
}
const header = `t=${at},v1=${signed(body)}`;

async function refusalOf(received: Partial<Parameters<typeof verifyWebhook>[0]>): Promise<WebhookRefusal> {
  const error = await verifyWebhook({ body, header, secret, now, ...received }).catch(
    (error: unknown) => error,
  );
  if (!(error instanceof UnverifiedWebhook))
    throw new Error("It was believed, or failed otherwise.", { cause: error });
  return error.reason;
}

describe("a delivery is believed", () => {
  test("as text and as bytes, and answers the event", async () => {
    const event = await verifyWebhook({ body, header, secret, now });
    expect(event).toEqual(JSON.parse(body));
    expect(await verifyWebhook({ body: Buffer.from(body), header, secret, now })).toEqual(event);
  });

  test("when any of several signatures fits, wherever it stands", async () => {
    const other = signed(body, "another secret");
    for (const all of [
      [signed(body), other],
      [other, signed(body)],
      [other, other, signed(body), other],
    ])
      await verifyWebhook({ body, header: `t=${at},${all.map((one) => `v1=${one}`).join()}`, secret, now });
  });

  test("with parts it does not know, and with spaces between", async () => {
    await verifyWebhook({
      body,
      header: `v0=x, t=${at} ,v2=${"0".repeat(64)}, v1=${signed(body)}`,
      secret,
      now,
    });
  });

  test("up to five minutes before and after it was signed, or as long as one says", async () => {
    for (const seconds of [-300, 0, 300])
      await verifyWebhook({ body, header, secret, now: now + seconds * 1000 });
    for (const seconds of [-301, 301])
      expect(await refusalOf({ now: now + seconds * 1000 })).toBe("outside_tolerance");
    await verifyWebhook({ body, header, secret, now: now + 3_600_000, toleranceSeconds: 3_600 });
    expect(await refusalOf({ now: now + 11_000, toleranceSeconds: 10 })).toBe("outside_tolerance");
  });

  test("by the machine's own clock unless told", async () => {
    const time = `${Math.floor(Date.now() / 1000)}`;
    await verifyWebhook({ body, header: `t=${time},v1=${signed(body, secret, time)}`, secret });
    expect(await refusalOf({ header: `t=100,v1=${signed(body, secret, "100")}`, now: Date.now() })).toBe(
      "outside_tolerance",
    );
  });
});

describe("a delivery is not believed", () => {
  test("when a byte of it, its time, its signature or the secret is another", async () => {
    const cases: [Partial<Parameters<typeof verifyWebhook>[0]>, WebhookRefusal][] = [
      [{ body: `${body} ` }, "wrong_signature"],
      [{ body: body.replace("Zoë", "Zoe") }, "wrong_signature"],
      [{ header: header.replace(`t=${at}`, `t=${at + 1}`) }, "wrong_signature"],
      [{ header: header.replace(/.$/, (last) => (last === "0" ? "1" : "0")) }, "wrong_signature"],
      [{ secret: `${secret} ` }, "wrong_signature"],
      [{ secret: secret.slice("whsec_".length) }, "wrong_signature"],
    ];
    for (const [received, reason] of cases)
      expect(await refusalOf(received), JSON.stringify(received)).toBe(reason);
  });

  test("without a header of this kind", async () => {
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
      expect(await refusalOf({ header: one }), String(one)).toBe("malformed_header");
  });

  test("when it is signed and still no event", async () => {
    for (const text of ["", "{", "null", "[]", '"x"', "{}"])
      expect(await refusalOf({ body: text, header: `t=${at},v1=${signed(text)}` }), text).toBe(
        "malformed_body",
      );
    const broken = Buffer.from([0x7b, 0xff, 0x7d]);
    expect(await refusalOf({ body: broken, header: `t=${at},v1=${signed(broken)}` })).toBe("malformed_body");
  });

  test("whatever stands in the header", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("t", "v1", "=", ",", "0", "f", " ") })),
        async (any) => {
          await expect(verifyWebhook({ body, header: any, secret, now })).rejects.toBeInstanceOf(
            UnverifiedWebhook,
          );
        },
      ),
    );
  });
});

test("an independent library signs what is believed, and believes what is signed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "grapheme" }),
      // A secret of spaces alone is none to that library.
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

test("an event is known by its type", () => {
  const told = (event: WebhookEvent): string => {
    switch (event.type) {
      case "appointment.updated":
        // Both forms have when it is; only the full one says what it costs.
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
  expect(told).toBeTypeOf("function");
  // @ts-expect-error: there is no such event.
  expect((event: WebhookEvent) => event.type === "appointment.cancelled").toBeTypeOf("function");
});
