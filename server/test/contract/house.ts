import { allRoutes } from "../../src/app.ts";
import { addMembership } from "../../src/features/accounts/index.ts";
import { addClientField } from "../../src/features/businesses/index.ts";
import { createCategory } from "../../src/features/services/index.ts";
import { addTimeOff } from "../../src/features/staff/index.ts";
import { newId } from "../../src/kernel/ids.ts";
import type { Route } from "../../src/platform/http/route.ts";
import { exampleOf } from "../../src/platform/http/schemaExamples.ts";
import { openPost } from "../../src/platform/mail/index.ts";
import { type OpenSalon, openSalon } from "../openSalon.ts";
import { type Browser, signedUp } from "../signedIn.ts";

/** A salon with a record of every kind that a path names, and the route table it is served by. */
export interface House extends OpenSalon {
  readonly routes: readonly Route[];
  /** Ids by the name that paths and bodies give them: `appointment` and `appointment_id`. */
  readonly ids: Readonly<Record<string, string>>;
  /** An owner of the salon, signed in: for what no key may do. */
  readonly owner: Browser;
  /** Another owner's business on the same server. */
  readonly other: OpenSalon;
}

/** Everything the tests of the whole table ask: new routes are in it without being told. */
export async function openHouse(): Promise<House> {
  const open = await openSalon();
  const other = await openSalon({ beside: open });
  const { salon } = open;
  const booked = await open.book("2027-03-29T09:00:00+02:00", salon.cut);
  const blocked = await open.call("POST", "/blocks", {
    location_id: salon.locationId,
    staff_id: salon.ben,
    starts_at: "2027-03-29T12:00:00+02:00",
    ends_at: "2027-03-29T13:00:00+02:00",
  });
  const kept = await recordsOf(open);
  const names = {
    ...kept,
    business: salon.businessId,
    location: salon.locationId,
    client: salon.clientId,
    service: salon.cut,
    staff: salon.anna,
    resource: salon.roomId,
    appointment: booked.body.data.id,
    item: booked.body.data.items[0].id,
    block: blocked.body.data.id,
    user: salon.ownerId,
  };
  const fields = Object.entries(names).map(([name, id]) => [`${name}_id`, id]);
  const owner = await signedUp(open.app);
  const membership = {
    userId: owner.userId,
    businessId: salon.businessId,
    role: "owner",
    staffId: null,
  } as const;
  await open.database.transaction((tx) => addMembership(tx, { ...membership, now: open.clock.now() }));
  const post = openPost({ address: () => "http://127.0.0.1", log: () => undefined });
  return {
    ...open,
    owner,
    other,
    ids: { ...names, exclude_appointment_id: names.appointment, ...Object.fromEntries(fields) },
    routes: allRoutes({ database: open.database, clock: open.clock }, post),
  };
}

/** Of what only the owner and managers make, one each: ids by the names of paths. */
export async function recordsOf({ database, clock, salon }: OpenSalon) {
  const { businessId, anna } = salon;
  const now = clock.now();
  const away = { starts_at: "2027-12-27T09:00:00+01:00", ends_at: "2027-12-27T18:00:00+01:00" };
  return database.transaction(async (tx) => ({
    category: (await createCategory(tx, businessId, { name: "Hair" }, now)).id,
    field: (await addClientField(tx, businessId, { label: "Allergies", type: "text" }, now)).id,
    time_off: (await addTimeOff(tx, businessId, anna, away, now)).id,
  }));
}

/** A route's address with these ids in it; a record that nobody has made gets an id that never was. */
export function addressOf(route: Route, ids: Readonly<Record<string, string>>): string {
  return `/api/v1${route.path.replaceAll(/:(\w+)/g, (_, name) => ids[name] ?? newId())}`;
}

/** How tests call a route: by what the contract calls it. */
export function nameOf(route: Route): string {
  return `${route.method} ${route.path}`;
}

/** Headers of somebody who may call the route: the key where one may, else the owner who is signed in. */
export function credentialsFor(route: Route, { owner, salon }: House): Record<string, string> {
  const { access } = route;
  const isForKeys = access.kind === "caller" || (access.kind === "business" && access.scope !== "app_only");
  return isForKeys
    ? { authorization: `Bearer ${salon.key}` }
    : { cookie: owner.cookie(), host: "localhost:80", origin: "http://localhost:80" };
}

/** A body that the route would take, as far as its schema tells: ids of the house stand where ids are asked for. */
export function bodyFor(route: Route, ids: Readonly<Record<string, string>>): Record<string, unknown> {
  if (route.body === undefined) return {};
  const { custom_fields, ...body } = withIds(exampleOf(route.body), ids) as Record<string, unknown>;
  // The house asks its clients nothing, and a block is of one or the other.
  if (body.staff_id !== undefined) delete body.resource_id;
  return body;
}

function withIds(value: unknown, ids: Readonly<Record<string, string>>, name = ""): unknown {
  if (Array.isArray(value)) return value.map((inner) => withIds(inner, ids, name.replace(/s$/, "")));
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withIds(inner, ids, key)]));
  return typeof value === "string" ? (ids[name] ?? value) : value;
}
