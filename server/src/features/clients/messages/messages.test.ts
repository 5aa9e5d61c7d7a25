import { expect, test, vi } from "vitest";
import { notifyingApp } from "../../../../test/fixtures/notifyingApp.ts";
import { settle } from "../../../../test/fixtures/settle.ts";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";

// A long transaction in another test file delays the relay for all test files (settle.ts).
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const open = await notifyingApp();

test("lists the e-mails to a client, newest first, with kind, status and subject, and no content", async () => {
  const { salon, zoe, book } = open;
  const booked = await book("2027-06-07T08:00:00Z", salon.cut, salon.anna, { client_id: zoe });
  await open.newEmails();
  await open.call("PATCH", `/appointments/${booked.body.data.id}/schedule`, {
    starts_at: "2027-06-07T10:00:00Z",
  });
  await settle(open.database, [open.consumer]);
  const reception = await signedInMember(open, "reception");
  const { items } = (await reception("GET", `/clients/${zoe}/messages`)).body.data;
  expect(items).toEqual([
    {
      id: expect.any(String),
      channel: "email",
      kind: "moved",
      status: "pending",
      subject: expect.stringContaining("Ihr Termin wurde verschoben"),
      at: expect.stringMatching(/Z$/),
    },
    expect.objectContaining({ kind: "booked", status: "sent" }),
  ]);
  const first = (await reception("GET", `/clients/${zoe}/messages?limit=1`)).body.data;
  const next = await reception("GET", `/clients/${zoe}/messages?limit=1&cursor=${first.next_cursor}`);
  expect([...first.items, ...next.body.data.items]).toEqual(items);
});

test("the role staff reads those of its own clients, keys none", async () => {
  const { salon, zoe } = open;
  const anna = await signedInMember(open, "staff");
  expect((await anna("GET", `/clients/${zoe}/messages`)).status).toBe(200);
  expect((await anna("GET", `/clients/${salon.clientId}/messages`)).status).toBe(404);
  expect((await open.call("GET", `/clients/${zoe}/messages`)).status).toBe(403);
});
