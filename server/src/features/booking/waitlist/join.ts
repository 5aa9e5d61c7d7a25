import { type ApiError, invalid } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { readBookingPage } from "../../business/booking-page/index.ts";
import { assertCurrent, type SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { cartOf, patchTestFor, personOf } from "../holds/index.ts";
import { chosenClient, refuseClientFields } from "../online-clients/index.ts";
import { assertPublished, unavailable } from "../public-business/index.ts";
import { lockVisitors, type VerifiedVisitor } from "../visitors/index.ts";
import { insertNew } from "./entries.ts";
import type { WaitlistJoinValues } from "./schema.ts";
import { countOfContact } from "./store.ts";

/** Maximum number of waiting and offered entries per verified e-mail address or phone number. */
const MAX_WAITING = 5;

/**
 * Adds a verified visitor who is not blocked to the waitlist and returns the entry's id. Checks in this order: the location is published,
 * clients may join the waitlist, services, patch test, fields, number of entries. Throws the error of the first check that fails:
 * `online_booking_unavailable`, `validation_failed` or `patch_test_required`.
 */
export async function joinWaitlist(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  {
    input,
    visitor,
    now,
  }: { readonly input: WaitlistJoinValues; readonly visitor: VerifiedVisitor; readonly now: number },
): Promise<string> {
  const { businessId } = snapshot;
  await assertCurrent(tx, snapshot);
  await assertPublished(tx, businessId, input.location_id.toLowerCase());
  const { waitlist_mode } = await readBookingPage(tx, businessId);
  if (waitlist_mode === "off") throw unavailable();
  const items = input.items.map(({ service_id, staff_id }) => ({ service_id, staff_id: staff_id ?? "any" }));
  const cart = await cartOf(tx, snapshot, { location_id: input.location_id, items });
  patchTestFor(cart.items, personOf(visitor, input.person));
  await refuseClientFields(tx, businessId, input, visitor);
  // The lock serializes requests of one visitor, so that the count is exact.
  await lockVisitors(tx, businessId, visitor);
  const { email, phone_e164 } = visitor;
  const [count] = await tx.query(countOfContact, { businessId, email, phone_e164 });
  if ((count?.waiting ?? 0) >= MAX_WAITING) throw tooMany();
  const clientId = await chosenClient(tx, businessId, input, { visitor, now });
  return (await insertNew(tx, snapshot, cart.location, { ...input, clientId, source: "online", now })).id;
}

function tooMany(): ApiError {
  return invalid({
    path: "",
    message: `exceeds the limit of ${MAX_WAITING} open waitlist entries per e-mail address or phone number`,
  });
}
