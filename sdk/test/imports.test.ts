import { expect, test } from "vitest";
import { addMembership } from "../../server/src/features/access/accounts/index.ts";
import { signedUp } from "../../server/test/fixtures/signedIn.ts";
import { testApp } from "../../server/test/fixtures/testApp.ts";
import { connect } from "../src/index.ts";

const fixture = await testApp();
const address = await fixture.app.listen({ port: 0, host: "127.0.0.1" });
const { salon, database, clock } = fixture;
const { userId, cookie } = await signedUp(fixture.app);
const { businessId } = salon;
const membership = { userId, businessId, role: "manager" as const, staffId: null, now: clock.now() };
await database.transaction((tx) => addMembership(tx, membership));
const daybook = connect({ address, headers: { cookie: cookie() } });
const path = { business: businessId };

test("a file is uploaded once, and its columns are assigned", async () => {
  const file = new TextEncoder().encode("Name,Email\nMina Okafor,mina@example.com\n");
  const upload = {
    path,
    file,
    kind: "clients",
    file_name: "clients.csv",
    idempotencyKey: "one file",
  } as const;
  const created = await daybook.imports.upload(upload);
  expect(created).toMatchObject({ status: "uploaded", columns: ["Name", "Email"], row_count: 1 });
  expect((await daybook.imports.upload({ ...upload, file: new Blob([file]) })).id).toBe(created.id);
  const mapped = await daybook.imports.replaceMapping({
    path: { ...path, import: created.id },
    body: { targets: created.targets },
  });
  expect(mapped.counts.created).toBe(1);
  expect((await daybook.imports.list({ path })).items).toHaveLength(1);
});
