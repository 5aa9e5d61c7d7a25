import { type Random, seededRandom } from "../../src/demo/random.ts";
import { EVENT_SCOPES } from "../../src/kernel/events.ts";
import { SCOPES } from "../../src/kernel/scopes.ts";
import type { Plan } from "./plans.ts";
import { type Ask, askAs, signUp, type Who } from "./requests.ts";
import type { Served } from "./served.ts";

/** A business created through the API, with functions that call the API as its users. */
export interface YearBusiness {
  readonly plan: Plan;
  readonly id: string;
  /** Sends requests as the owner, relative to the business. */
  readonly owner: Ask;
  /** Sends requests as the receptionist, a business member with an accepted invitation, relative to the business. */
  readonly reception: Ask;
  /** Sends requests with an API key with all scopes, for bookings. */
  readonly program: Ask;
  /** The headers of read requests: the API key's for routes that accept keys, otherwise the owner's. */
  readonly readers: Readonly<Record<"owner" | "program", Who>>;
  readonly locationId: string;
  readonly staff: readonly string[];
  readonly services: readonly { readonly id: string; readonly price: number }[];
  readonly offers: Readonly<Record<"package" | "membership" | "giftCard" | "percent" | "amount", string>>;
  readonly fieldIds: Readonly<Record<"choice" | "note", string>>;
  readonly chance: Random;
  /** Converts an amount in the currency's main unit to the API's money format. */
  money(amount: number): { readonly amount: number; readonly currency: string };
  /** Converts an amount in minor units to the API's money format. */
  coins(amount: number): { readonly amount: number; readonly currency: string };
}

const WEEK = [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, starts: "09:00", ends: "18:00" }));

/** Signs up an owner and sets up the business. The receiver at `hooks` gets all events. */
export async function yearBusiness(served: Served, plan: Plan, hooks: string): Promise<YearBusiness> {
  const owner = await signUp(served, "Jana Lindner", `owner@${plan.country}.example`.toLowerCase());
  const { name, type, country, locale, time_zone, currency } = plan;
  const opening = { name, type, country, locale, time_zone, currency };
  const { id } = await askAs(served, owner)("POST", "/businesses", opening);
  const below = `/businesses/${id}`;
  const app = askAs(served, owner, below);
  const key = await app<{ key: string }>("POST", "/api-keys", { label: "Website", scopes: SCOPES });
  const program: Who = async () => ({ authorization: `Bearer ${key.key}` });
  const coins = (amount: number) => ({ amount, currency });
  const money = (amount: number) => coins(Math.round(amount * plan.minor));
  const location = await createLocation(app, plan);
  const services = await writeMenu(app, plan, location, money);
  await app("PUT", "/policies", { ...POLICY, late_cancel_fee: { kind: "percent", percent: 50 } });
  await app("POST", "/form-templates", plan.form);
  await app("POST", "/webhooks", { url: `${hooks}/${type}`, events: Object.keys(EVENT_SCOPES) });
  return {
    plan,
    id,
    owner: app,
    reception: askAs(served, await invited(served, app, plan), below),
    program: askAs(served, program, below),
    readers: { owner, program },
    ...location,
    services,
    offers: await writeOffers(app, services, money),
    fieldIds: {
      choice: (await app("POST", "/client-fields", { ...plan.question, type: "choice" })).id,
      note: (await app("POST", "/client-fields", { label: "How did they find us?", type: "text" })).id,
    },
    chance: seededRandom(`the year of ${plan.name}`),
    money,
    coins,
  };
}

/** The policy that applies to bookings in the first half of the year. */
const POLICY = {
  cancellation_window_minutes: 1440,
  no_show_fee: { kind: "percent", percent: 100 },
  cancellation_text: "Up to a day before.",
};

async function createLocation(app: Ask, { country, name, room, team }: Plan) {
  const address = { line1: "Harbour Road 1", city: "Harbour", country };
  const { id: locationId } = await app("POST", "/locations", { name, address });
  const holiday = [{ date: "2025-01-06", intervals: [] }];
  await app("PUT", `/locations/${locationId}/hours`, { hours: WEEK, hour_exceptions: holiday });
  await app("POST", `/locations/${locationId}/resources`, { ...room, capacity: 1 });
  await app("PUT", `/locations/${locationId}/publishing`, { published: true });
  const staff: string[] = [];
  for (const first_name of team) {
    const { id } = await app("POST", "/staff", { first_name, location_ids: [locationId] });
    const weekly = WEEK.map((day) => ({ location_id: locationId, ...day }));
    await app("PUT", `/staff/${id}/hours`, { weekly, exceptions: [] });
    staff.push(id);
  }
  return { locationId, staff };
}

async function writeMenu(
  app: Ask,
  { menu }: Plan,
  { locationId, staff }: { locationId: string; staff: readonly string[] },
  money: YearBusiness["money"],
): Promise<YearBusiness["services"]> {
  const { id: category_id } = await app("POST", "/service-categories", { name: "Treatments" });
  const services: { id: string; price: number }[] = [];
  for (const { name, price, minutes, more = {} } of menu) {
    const split = "initial_minutes" in more ? {} : { duration_minutes: minutes };
    const { id } = await app("POST", "/services", {
      name,
      category_id,
      price: money(price),
      location_ids: [locationId],
      staff: staff.map((staff_id) => ({ staff_id })),
      ...split,
      ...more,
    });
    services.push({ id, price: money(price).amount });
  }
  return services;
}

async function writeOffers(
  app: Ask,
  services: YearBusiness["services"],
  money: YearBusiness["money"],
): Promise<YearBusiness["offers"]> {
  const [first, second] = services.map(({ id }) => id);
  const made = async (path: string, body: object) => (await app("POST", path, body)).id;
  const price = money(120);
  return {
    package: await made("/packages", {
      name: "Twice",
      service_ids: [first],
      units: 2,
      price,
      valid_months: 4,
    }),
    membership: await made("/memberships", {
      name: "Monthly",
      service_ids: [first, second],
      credits: 2,
      period_months: 1,
      periods: 3,
      price,
    }),
    giftCard: await made("/gift-cards", { name: "Gift card", value: money(100), price: money(95) }),
    percent: await made("/promotions", { name: "A third", kind: "percent", percent: 33 }),
    amount: await made("/promotions", { name: "Welcome", code: "HELLO", kind: "amount", amount: money(7.5) }),
  };
}

/**
 * Invites a receptionist, signs up the user and accepts the invitation with the token in the e-mail. Returns a function that
 * provides the user's headers.
 */
async function invited(served: Served, owner: Ask, { country }: Plan): Promise<Who> {
  const email = `reception@${country}.example`.toLowerCase();
  await owner("POST", "/invitations", { email, role: "reception" });
  const token = /token=([\w-]+)/.exec(served.emails.at(-1)?.text ?? "")?.[1];
  const lea = await signUp(served, "Lea Brandt", email);
  await askAs(served, lea)("POST", "/invitations/accept", { token: token ?? "" });
  return lea;
}
