import { buildApp } from "../src/app.ts";
import { stripeProvider } from "../src/features/checkout/payments/index.ts";
import { settlePending } from "../src/features/checkout/payments/settlePending.ts";
import { type StripeDouble, stripeDouble, WEBHOOK_SECRET } from "./stripeDouble.ts";
import { openTill, type Till } from "./till.ts";

/** What is told of: an event's own fields where they matter. */
interface Told {
  readonly at?: number;
  readonly secret?: string;
  readonly id?: string;
  readonly account?: string;
}

export type OnlineTill = Awaited<ReturnType<typeof openOnlineTill>>;

/** A till that takes payments online, with a server that speaks Stripe's HTTP: the client library is the real one. */
export async function openOnlineTill() {
  const stripe = await stripeDouble();
  const provider = stripeProvider({
    secretKey: "sk_test_1",
    webhookSecret: WEBHOOK_SECRET,
    api: { protocol: "http", host: "127.0.0.1", port: stripe.port },
  });
  const plain = await openTill();
  const { database, clock } = plain;
  const app = await buildApp({ database, clock, checkAnswers: true, paymentProvider: provider });
  const till = await openTill({ beside: { ...plain, app } });

  async function tell(type: string, object: object, more: Told = {}) {
    const account = more.account ?? latestAccount(stripe);
    const { payload, headers } = stripe.event(type, object, { at: clock.now(), ...more, account });
    return app.inject({ method: "POST", url: "/api/v1/public/stripe/events", headers, payload });
  }

  /** Begins an online payment of a new sale of one visit. */
  async function begin(amount = 4500, tip?: object) {
    const visit = await till.visit();
    const opened = await till.sell({ appointment_id: visit, ...(tip === undefined ? {} : { tip }) });
    const { id: saleId } = opened.body.data;
    return { visit, saleId, ...(await beginFor(till, stripe, saleId, amount)) };
  }

  return {
    till,
    stripe,
    provider,
    app,
    tell,
    begin,
    beginFor: (saleId: string, amount: number) => beginFor(till, stripe, saleId, amount),
    /** Of a payment that was begun and made. */
    paid: async (amount?: number) => {
      const begun = await begin(amount);
      stripe.pays(begun.intent.id);
      await tell("payment_intent.succeeded", begun.intent);
      await till.news();
      return begun;
    },
    /** Connects an account, and lets it be all that the provider wants. Answers its number. */
    connect: async () => {
      await till.owner("POST", "/payments/account/connect");
      const accountId = latestAccount(stripe);
      const there = stripe.accounts.get(accountId);
      if (there === undefined) throw new Error("There is no account.");
      there.requirements.currently_due = [];
      Object.assign(there, { details_submitted: true, charges_enabled: true, payouts_enabled: true });
      await tell("account.updated", { id: accountId });
      return accountId;
    },
    account: () => till.owner("GET", "/payments/account").then((answer) => answer.body.data),
    paymentOf: async (id: string) => (await till.call("GET", `/payments/${id}`)).body.data,
    saleOf: async (id: string) => (await till.call("GET", `/sales/${id}`)).body.data,
    refundsOf: (intentId: string) =>
      [...stripe.refunds.values()].filter((one) => one.payment_intent === intentId),
    /** Does the worker's chore once; answers what it has told the log. */
    chore: async () => {
      const failures: unknown[] = [];
      const { signal } = new AbortController();
      await settlePending({ database, clock }, provider, (_, error) => failures.push(error), signal);
      return failures;
    },
    later: (minutes: number) => clock.set(clock.now() + minutes * 60_000),
    close: async () => {
      await app.close();
      await plain.close();
      await stripe.close();
    },
  };
}

async function beginFor(till: Till, stripe: StripeDouble, saleId: string, amount: number) {
  const begun = await till.pay(saleId, "card", amount, { online: true });
  if (begun.status !== 201) throw new Error(`The payment answered ${begun.status}: ${begun.text}`);
  const { payment, client_secret } = begun.body.data;
  const intent = [...stripe.intents.values()].find((one) => one.metadata.payment_id === payment.id);
  if (intent === undefined) throw new Error("The double has no such intent.");
  return { payment, client_secret, intent };
}

function latestAccount({ accounts }: StripeDouble): string {
  return [...accounts.keys()].at(-1) ?? "";
}
