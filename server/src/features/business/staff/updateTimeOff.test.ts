import { expect, test } from "vitest";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";

const open = await testApp({ isShared: true });
const manager = await signedInMember(open, "manager");
const body = { starts_at: "2027-03-08T09:00:00+01:00", ends_at: "2027-03-08T12:00:00+01:00" };
const made = await manager("POST", `/staff/${open.salon.anna}/time-off`, body);
const path = `/staff/${open.salon.anna}/time-off/${made.body.data.id}`;

test("moves, resizes and relabels: the old time is free, appointments in the new time are listed", async () => {
  const { salon, book } = open;
  const late = (await book("2027-03-08T15:00:00+01:00", salon.cut)).body.data;
  const moved = await manager("PATCH", path, {
    starts_at: "2027-03-08T14:00:00+01:00",
    ends_at: "2027-03-08T18:00:00+01:00",
    label: "Dentist",
  });
  expect(moved.status, moved.text).toBe(200);
  expect(moved.headers.etag).toBe('"2"');
  expect(moved.body.data).toMatchObject({
    starts_at: "2027-03-08T13:00:00Z",
    label: "Dentist",
    version: 2,
    conflicts: [{ reason: "appointment", appointment_id: late.id }],
  });
  expect((await book("2027-03-08T09:00:00+01:00", salon.cut)).status).toBe(201);
  expect((await book("2027-03-08T16:30:00+01:00", salon.cut)).status).toBe(409);
  expect((await manager("PATCH", path, { label: "Dentist" })).body.data.version).toBe(2);
});

test("refuses a stale version, an end before its start, and time off of another staff member", async () => {
  const stale = await manager("PATCH", path, { label: "x" }, { "if-match": '"1"' });
  expect([stale.status, stale.body.details]).toEqual([412, { version: 2 }]);
  const reversed = await manager("PATCH", path, { ends_at: "2027-03-08T13:00:00+01:00" });
  expect([reversed.status, reversed.body.details.fields[0].path]).toEqual([422, "/ends_at"]);
  const others = path.replace(open.salon.anna, open.salon.ben);
  expect((await manager("PATCH", others, { label: "x" })).status).toBe(404);
  expect((await manager("PATCH", path.replace(/[^/]+$/, newId()), { label: "x" })).status).toBe(404);
});
