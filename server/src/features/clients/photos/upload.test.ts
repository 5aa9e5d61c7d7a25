import { readdir } from "node:fs/promises";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { png } from "../../../../test/fixtures/images.ts";
import { signedIn } from "../../../../test/fixtures/signedIn.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";
import { addMembership } from "../../access/accounts/index.ts";

const open = await testApp();
const { salon, clock, database } = open;
const user = await signedIn(open);
const browser = user;
const membership = {
  userId: user.userId,
  businessId: salon.businessId,
  role: "reception" as const,
  staffId: null,
  now: clock.now(),
};
await database.transaction((tx) => addMembership(tx, membership));
const path = `/businesses/${salon.businessId}/clients/${salon.clientId}/photos`;
await open.app.listen({ host: "127.0.0.1", port: 0 });

const part = (name: string, content: Buffer | string, more = "") =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
    Buffer.from(content as string),
    Buffer.from("\r\n"),
  ]);
const END = Buffer.from("--b--\r\n");
const file = (content: Buffer = png()) => part("file", content, '; filename="a.png"');
const FIELDS = [
  part("stage", "before"),
  part("taken_at", "2027-03-01T06:00:00Z"),
  part("consent", '{"given":true,"date":"2027-03-01"}'),
];

const send = (payload: Buffer, type = "multipart/form-data; boundary=b") =>
  browser.call("POST", path, payload, { "content-type": type });
const outcomeOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [
  status,
  body.code ?? "",
  ...(body.details?.fields ?? []).map((field: { path: string }) => field.path),
];

describe("a multipart body", () => {
  test.each([
    ["with the file last", [...FIELDS, file(), END]],
    ["with the file first", [file(), ...FIELDS, END]],
    ["with a file without a name", [...FIELDS, part("file", png()), END]],
    [
      "with a part of type application/json",
      [
        ...FIELDS.slice(0, 2),
        part("consent", '{"given":true,"date":"2027-03-01"}', "\r\nContent-Type: application/json"),
        file(),
        END,
      ],
    ],
  ])("is accepted %s", async (_, parts) => {
    const answer = await send(Buffer.concat(parts));
    expect(answer.status, answer.text).toBe(201);
  });

  test.each([
    ["that is truncated in its file", [...FIELDS, file().subarray(0, -20)], [400, "malformed_request"]],
    ["that is truncated after its file", [...FIELDS, file()], [400, "malformed_request"]],
    ["with another boundary than announced", [Buffer.from("--c\r\n\r\n"), END], [422, "validation_failed"]],
    ["with a field named __proto__", [part("__proto__", "1"), file(), END], [400, "malformed_request"]],
    [
      "with a field twice",
      [...FIELDS, part("stage", "after"), file(), END],
      [422, "validation_failed", "/stage"],
    ],
    ["with two files", [...FIELDS, file(), file(), END], [413, "payload_too_large"]],
    [
      "with a field of a megabyte",
      [part("stage", "x".repeat(1024 * 1024)), file(), END],
      [413, "payload_too_large"],
    ],
    [
      "with a hundred fields",
      [...Array.from({ length: 100 }, (_, at) => part(`f${at}`, "")), END],
      [413, "payload_too_large"],
    ],
    [
      "with a field that is not text",
      [...FIELDS, part("appointment_id", "a\0b"), file(), END],
      [422, "validation_failed", "/appointment_id"],
    ],
  ])("is refused %s", async (_, parts, expected) => {
    const answer = await send(Buffer.concat(parts));
    expect(outcomeOf(answer).slice(0, expected.length), answer.text).toEqual(expected);
  });

  test.each([
    ["application/json"],
    ["multipart/form-data"],
    ["multipart/mixed; boundary=b"],
    ["image/png"],
    [";;;"],
  ])("with the content type %s answers 415", async (type) => {
    expect(outcomeOf(await send(Buffer.concat([...FIELDS, file(), END]), type))).toEqual([
      415,
      "unsupported_media_type",
    ]);
  });

  test("that is empty answers 415", async () => {
    expect(outcomeOf(await browser.call("POST", path))).toEqual([415, "unsupported_media_type"]);
  });

  test("of a caller without permission is not read", async () => {
    const answer = await open.call("POST", `/clients/${open.salon.clientId}/photos`, Buffer.alloc(10), {
      "content-type": "multipart/form-data; boundary=b",
    });
    expect([answer.status, answer.body.code]).toEqual([403, "forbidden_role"]);
  });
});

describe("over the network", () => {
  const start = (headers: Record<string, string>) => {
    const { port } = open.app.server.address() as AddressInfo;
    const host = `127.0.0.1:${port}`;
    return request({
      host: "127.0.0.1",
      port,
      method: "POST",
      path: `/api/v1${path}`,
      headers: {
        host,
        origin: `http://${host}`,
        cookie: browser.cookie(),
        "content-type": "multipart/form-data; boundary=b",
        ...headers,
      },
    });
  };
  const answerTo = (sending: ReturnType<typeof start>) =>
    new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
      sending.on("error", reject);
      sending.on("response", (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode, connection: answer.headers.connection });
      });
    });

  test("an upload with a too large content-length is refused before it is sent", async () => {
    const sending = start({ "content-length": `${22 * 1024 * 1024}` });
    const answer = answerTo(sending);
    sending.flushHeaders();
    expect(await answer).toEqual({ status: 413, connection: "close" });
    sending.destroy();
  });

  test.each([
    ["file", file().subarray(0, -2)],
    ["field", part("stage", "before").subarray(0, -2)],
  ])("a %s without content-length that never ends is refused at the limit", async (_, beginning) => {
    const sending = start({});
    let isDone = false;
    const answer = answerTo(sending).finally(() => {
      isDone = true;
    });
    sending.write(Buffer.concat([...FIELDS, beginning]));
    const more = Buffer.alloc(1024 * 1024);
    for (let count = 0; count < 40 && !isDone; count++)
      if (!sending.write(more))
        await Promise.race([new Promise((resolve) => sending.once("drain", resolve)), answer]);
    expect(await answer).toEqual({ status: 413, connection: "close" });
    sending.destroy();
  });

  test("an aborted upload leaves no file, and the next one succeeds", async () => {
    const uploads = async () => (await readdir(tmpdir())).filter((name) => name.startsWith("upload-"));
    const before = await uploads();
    const gone = new Promise((resolve) =>
      open.app.server.once("request", (_, reply) => reply.on("close", resolve)),
    );
    const sending = start({});
    sending.on("error", () => undefined);
    sending.write(Buffer.concat([...FIELDS, file().subarray(0, 100)]));
    sending.write(Buffer.alloc(200_000), () => sending.destroy());
    await gone;
    expect(await uploads()).toEqual(before);
    expect((await send(Buffer.concat([...FIELDS, file(), END]))).status).toBe(201);
  });
});
