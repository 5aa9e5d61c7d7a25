import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that speaks as much of Stripe's HTTP as is asked of it, and can be told to misbehave. */
export interface StripeDouble {
  readonly port: number;
  readonly accounts: Map<string, Account>;
  readonly intents: Map<string, Intent>;
  readonly refunds: Map<string, Refund>;
  /** Every request: method, path, the account it was for, its Idempotency-Key. */
  readonly heard: { method: string; path: string; account: string | null; key: string | null }[];
  /** What the next requests of this path come to: a hung-up line after or before the work, or a refusal. */
  failNext(path: RegExp, how: "before" | "after" | "refused"): void;
  /** Does something else behind the work of the next request of this path, before it is answered. */
  meanwhile(path: RegExp, work: () => Promise<unknown>): void;
  /** Of refunds from now on. */
  refundsAre(status: Refund["status"]): void;
  /** Somebody pays with a card, in their browser; another amount than was asked for when one is named. */
  pays(intentId: string, amount?: number): void;
  /** The business gives back on Stripe's own pages. */
  givesBack(intentId: string, amount: number): Refund;
  /** An account's owner takes it from us, or gives it back. */
  takeAway(accountId: string): void;
  handBack(accountId: string): void;
  /** An event as Stripe would send it, with its signature at this time. */
  event(
    type: string,
    object: object,
    more: { account?: string; at: number; secret?: string; id?: string },
  ): {
    payload: string;
    headers: Record<string, string>;
  };
  close(): Promise<void>;
}

interface Account {
  id: string;
  object: "account";
  charges_enabled: boolean;
  payouts_enabled: boolean;
  details_submitted: boolean;
  requirements: { currently_due: string[]; disabled_reason: string | null };
  country: string;
}

export interface Intent {
  id: string;
  object: "payment_intent";
  account: string;
  amount: number;
  amount_received: number;
  currency: string;
  status: "requires_payment_method" | "succeeded" | "canceled";
  client_secret: string;
  metadata: Record<string, string>;
  latest_charge: { id: string; object: "charge"; refunded: boolean; payment_method_details: object } | null;
}

export interface Refund {
  id: string;
  object: "refund";
  payment_intent: string;
  amount: number;
  currency: string;
  status: "succeeded" | "pending" | "failed" | "canceled";
  metadata: Record<string, string>;
}

export const WEBHOOK_SECRET = "whsec_test";

export async function stripeDouble(): Promise<StripeDouble> {
  const accounts = new Map<string, Account>();
  const intents = new Map<string, Intent>();
  const refunds = new Map<string, Refund>();
  const heard: StripeDouble["heard"] = [];
  const answered = new Map<string, object>();
  const gone = new Set<string>();
  const besides: { path: RegExp; work: () => Promise<unknown> }[] = [];
  const failures: { path: RegExp; how: "before" | "after" | "refused" }[] = [];
  let refundStatus: Refund["status"] = "succeeded";
  let made = 0;
  const name = (kind: string) => `${kind}_${String(++made).padStart(6, "0")}`;

  function work(method: string, path: string, form: URLSearchParams, account: string | null): object {
    const metadata = Object.fromEntries(
      [...form].flatMap(([key, value]) => {
        const inner = /^metadata\[(\w+)\]$/.exec(key)?.[1];
        return inner === undefined ? [] : [[inner, value]];
      }),
    );
    const [, , collection, id = "", verb] = path.split("/");
    const amount = Number(form.get("amount"));
    switch (`${method} ${collection}${id === "" ? "" : "/"}${verb ?? ""}`) {
      case "POST accounts": {
        const country = form.get("country") ?? "";
        const requirements = { currently_due: ["external_account"], disabled_reason: null };
        const flags = { charges_enabled: false, payouts_enabled: false, details_submitted: false };
        const one = { id: name("acct"), object: "account" as const, country, ...flags, requirements };
        accounts.set(one.id, one);
        return one;
      }
      case "GET accounts/":
        if (gone.has(id)) throw new NotYours(id);
        return there(accounts.get(id));
      case "POST account_links":
        if (gone.has(form.get("account") ?? "")) throw new NotYours(form.get("account") ?? "");
        return {
          object: "account_link",
          url: `https://connect.example/${form.get("account")}/${++made}?return=${form.get("return_url")}`,
          expires_at: 1_800_000_000,
        };
      case "POST payment_intents": {
        if (account === null || amount < 50) throw new Refused("amount_too_small");
        const one: Intent = {
          id: name("pi"),
          object: "payment_intent",
          account,
          amount,
          amount_received: 0,
          currency: form.get("currency") ?? "",
          status: "requires_payment_method",
          client_secret: `${name("pi")}_secret_${made}`,
          metadata,
          latest_charge: null,
        };
        intents.set(one.id, one);
        return one;
      }
      case "GET payment_intents/":
        return mine(intents.get(id), account);
      case "POST payment_intents/cancel": {
        const intent = mine(intents.get(id), account);
        if (intent.status !== "requires_payment_method") throw new Refused("payment_intent_unexpected_state");
        intent.status = "canceled";
        return intent;
      }
      case "GET refunds": {
        const of = new URL(path, "http://double").searchParams.get("payment_intent");
        return { object: "list", has_more: false, data: [], url: "/v1/refunds", of };
      }
      case "GET refunds/": {
        const refund = there(refunds.get(id));
        mine(intents.get(refund.payment_intent), account);
        return refund;
      }
      case "POST refunds": {
        const intent = mine(intents.get(form.get("payment_intent") ?? ""), account);
        const given = [...refunds.values()].filter(
          (one) => one.payment_intent === intent.id && ["succeeded", "pending"].includes(one.status),
        );
        const sum = given.reduce((all, one) => all + one.amount, 0);
        if (intent.status !== "succeeded" || sum + amount > intent.amount)
          throw new Refused("charge_already_refunded");
        const one: Refund = {
          id: name("re"),
          object: "refund",
          payment_intent: intent.id,
          amount,
          currency: intent.currency,
          status: refundStatus,
          metadata,
        };
        refunds.set(one.id, one);
        return one;
      }
      default:
        throw new Refused(`${method} ${path} is not spoken here`);
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const { pathname, searchParams } = new URL(request.url ?? "", "http://double");
    const method = request.method ?? "";
    const account = headerOf(request, "stripe-account");
    const key = headerOf(request, "idempotency-key");
    heard.push({ method, path: pathname, account, key });
    const index = failures.findIndex(({ path }) => path.test(`${method} ${pathname}`));
    const [failure] = index < 0 ? [] : failures.splice(index, 1);
    if (failure?.how === "before") return void request.socket.destroy();
    const send = (status: number, body: object) => {
      response.writeHead(status, { "content-type": "application/json", "request-id": "req_1" });
      response.end(JSON.stringify(body));
    };
    try {
      if (failure?.how === "refused") throw new Refused("refused");
      if (account !== null && gone.has(account)) throw new NotYours(account);
      const known = key === null ? undefined : answered.get(`${account} ${key}`);
      let body = known ?? work(method, pathname, form, account);
      if (method === "GET" && pathname === "/v1/refunds") {
        const of = searchParams.get("payment_intent");
        body = { ...body, data: [...refunds.values()].filter((one) => one.payment_intent === of) };
      }
      if (key !== null && method === "POST") answered.set(`${account} ${key}`, body);
      const beside = besides.findIndex(({ path }) => path.test(`${method} ${pathname}`));
      if (beside >= 0) await besides.splice(beside, 1)[0]?.work();
      if (failure?.how === "after") return void request.socket.destroy();
      send(200, body);
    } catch (error) {
      if (error instanceof NotYours) {
        const message = `The provided key does not have access to account '${error.message}'.`;
        send(403, { error: { type: "invalid_request_error", code: "account_invalid", message } });
        return;
      }
      if (!(error instanceof Refused)) throw error;
      send(400, { error: { type: "invalid_request_error", code: error.message, message: error.message } });
    }
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    accounts,
    intents,
    refunds,
    heard,
    failNext: (path, how) => failures.push({ path, how }),
    givesBack: (intentId, amount) => {
      const { account } = there(intents.get(intentId));
      const form = new URLSearchParams({ payment_intent: intentId, amount: String(amount) });
      return work("POST", "/v1/refunds", form, account) as Refund;
    },
    meanwhile: (path, work) => besides.push({ path, work }),
    takeAway: (accountId) => gone.add(accountId),
    handBack: (accountId) => gone.delete(accountId),
    refundsAre: (status) => {
      refundStatus = status;
    },
    pays: (intentId, amount) => {
      const intent = there(intents.get(intentId));
      if (intent.status !== "requires_payment_method") throw new Error(`${intentId} is ${intent.status}.`);
      intent.status = "succeeded";
      intent.amount_received = amount ?? intent.amount;
      const payment_method_details = { card: { brand: "visa", last4: "4242" } };
      intent.latest_charge = { id: name("ch"), object: "charge", refunded: false, payment_method_details };
    },
    event: (type, object, { account, at, secret = WEBHOOK_SECRET, id = name("evt") }) => {
      const payload = JSON.stringify({
        id,
        object: "event",
        type,
        created: Math.floor(at / 1000),
        ...(account === undefined ? {} : { account }),
        data: { object },
      });
      const t = Math.floor(at / 1000);
      const v1 = createHmac("sha256", secret).update(`${t}.${payload}`).digest("hex");
      return {
        payload,
        headers: { "content-type": "application/json", "stripe-signature": `t=${t},v1=${v1}` },
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

class Refused extends Error {}

/** How Stripe answers for an account that its owner has taken from us. */
class NotYours extends Error {}

function there<T>(found: T | undefined): T {
  if (found === undefined) throw new Refused("resource_missing");
  return found;
}

/** Another account's is as if it were not there. */
function mine(intent: Intent | undefined, account: string | null): Intent {
  const found = there(intent);
  if (found.account !== account) throw new Refused("resource_missing");
  return found;
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === "string" ? value : null;
}
