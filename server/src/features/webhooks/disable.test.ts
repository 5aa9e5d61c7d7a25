import { expect, test } from "vitest";
import { testApp } from "../../../test/fixtures/testApp.ts";
import { newId } from "../../kernel/ids.ts";

const open = await testApp();

test("an endpoint is disabled by hand, once, and enabled again", async () => {
  const body = { url: "http://127.0.0.1:9/hook", events: ["client.created"] };
  const { id } = (await open.call("POST", "/webhooks", body)).body.data;
  const disable = () => open.call("POST", `/webhooks/${id}/disable`);
  const disabled = await disable();
  expect(disabled.status).toBe(200);
  expect(disabled.body.data).toMatchObject({ id, status: "disabled", disabled_at: expect.any(String) });
  open.clock.set(open.clock.now() + 60_000);
  expect((await disable()).body.data).toEqual(disabled.body.data);
  const enabled = (await open.call("POST", `/webhooks/${id}/enable`)).body.data;
  expect(enabled).toMatchObject({ status: "enabled", disabled_at: null });
  expect((await open.call("POST", `/webhooks/${newId()}/disable`)).status).toBe(404);
});
