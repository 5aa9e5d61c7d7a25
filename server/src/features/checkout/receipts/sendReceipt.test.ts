import { expect, test } from "vitest";
import { checkoutApp, money } from "../../../../test/fixtures/checkoutApp.ts";
import { fieldsIn } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";

const open = await checkoutApp({ isShared: true });

const oil = { kind: "product", description: "Oil & <b>balm</b>", unit_price: money(1_000), quantity: 2 };

test("a receipt goes to the address of the request or of the client, as text and HTML, and is listed with the client's messages", async () => {
  const client_id = await open.addClient({ first_name: "Zoë", email: "zoe@example.com" });
  const { id } = (await open.sell({ client_id, lines: [oil], payments: [open.cash(2_000)] })).body.data;
  const path = `/sales/${id}/receipt/send`;
  const sent = await open.owner("POST", path, {});
  expect([sent.status, sent.body.data]).toEqual([200, { sale_id: id, sent_to: null }]);
  const other = await open.owner("POST", path, { email: "office@example.com" });
  expect(other.body.data.sent_to).toBe("office@example.com");
  const queued = await sql(open.database)<{
    recipient: string;
    subject: string;
    body_text: string;
    body_html: string | null;
    client_id: string | null;
  }>`
    select recipient, subject, body_text, body_html, client_id from emails
    where purpose like ${`receipt:${id}:%`} order by id`;
  expect(queued.map(({ recipient }) => recipient).sort()).toEqual(["office@example.com", "zoe@example.com"]);
  expect(queued[0]?.client_id).toBe(client_id);
  expect(queued[0]?.subject).toMatch(/^Salon Lindenhof: Beleg \d+$/);
  expect(queued[0]?.body_text).toMatch(/2 × Oil & <b>balm<\/b> +20,00 €/);
  expect(queued[0]?.body_html).toContain("Oil &amp; &lt;b&gt;balm&lt;/b&gt;");
  const messages = (await open.owner("GET", `/clients/${client_id}/messages`)).body.data.items;
  expect(messages.map(({ kind }: { kind: string }) => kind)).toEqual(["receipt", "receipt"]);
});

test("without an address it asks for one, and an open sale has no receipt", async () => {
  const { id } = (await open.sell({ lines: [oil], payments: [open.cash(2_000)] })).body.data;
  expect(fieldsIn(await open.owner("POST", `/sales/${id}/receipt/send`, {}))).toEqual([422, "/email"]);
  expect(fieldsIn(await open.owner("POST", `/sales/${id}/receipt/send`, { email: "nonsense" }))).toEqual([
    422,
    "/email",
  ]);
  const unpaid = (await open.sell({ lines: [oil] })).body.data;
  const refused = await open.owner("POST", `/sales/${unpaid.id}/receipt/send`, { email: "a@example.com" });
  expect(refused.status).toBe(404);
});
