import type { Static } from "typebox";
import type { Context } from "../../../platform/context.ts";
import { eventLoop } from "../../../platform/limits/index.ts";
import { findAvailability } from "../../scheduling/availability/index.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";
import { assertPublished } from "../public-business/index.ts";
import type { VerifiedVisitor } from "../visitors/index.ts";
import { cartOf, patchTestFor, personOf } from "./onlineRequest.ts";
import type { PublicAvailabilityQuery } from "./schema.ts";

/**
 * Returns the availability for visitors as a JSON response. Throws `online_booking_unavailable` for a location that is not published, and
 * `patch_test_required` if a service needs a patch test and `person` is missing or has no patch test.
 */
export async function publicAvailability(
  context: Context,
  businessId: string,
  visitor: VerifiedVisitor | null,
  { person: ref, ...query }: Static<typeof PublicAvailabilityQuery>,
): Promise<Buffer> {
  const { database } = context;
  eventLoop.refuseOverload(businessId);
  await assertPublished(database, businessId, query.location_id);
  const person = personOf(visitor, ref);
  await withSnapshot(database, businessId, async (snapshot) => {
    const staffIds = query.staff_ids;
    const items = query.service_ids.map((service_id, index) => ({
      service_id,
      staff_id: staffIds?.[index] ?? "any",
    }));
    const wanted = { location_id: query.location_id, items };
    const cart = await cartOf(database, snapshot, wanted, (index, field) => `/${field}s/${index}`);
    patchTestFor(cart.items, person);
  });
  const online = {
    ...query,
    audience: "online" as const,
    ...(person === undefined ? {} : { client_id: person.id }),
  };
  return findAvailability(context, businessId, online);
}
