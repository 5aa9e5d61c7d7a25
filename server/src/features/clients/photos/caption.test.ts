import { expect, test } from "vitest";
import { recordsOf } from "../../../../test/contract/recordsApp.ts";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";

const open = await testApp({ isShared: true });

test("a photo's caption is set, kept by other changes, and cleared", async () => {
  const owner = await signedInMember(open, "owner");
  const { photo } = await recordsOf(open);
  const path = `/clients/${open.salon.clientId}/photos/${photo}`;
  const update = async (body: object) => (await owner("PATCH", path, body)).body.data;
  expect((await update({ caption: " Balayage " })).caption).toBe("Balayage");
  expect(await update({ stage: "after" })).toMatchObject({ stage: "after", caption: "Balayage" });
  const listed = await owner("GET", `/clients/${open.salon.clientId}/photos`);
  expect(listed.body.data.items[0].caption).toBe("Balayage");
  expect((await update({ caption: null })).caption).toBeNull();
  expect((await owner("PATCH", path, { caption: "x".repeat(501) })).status).toBe(422);
});
