import type { UnassignedItem } from "@daybook/engine";
import { ApiError, invalid } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { unassignedItemsOf } from "../../scheduling/availability/index.ts";
import {
  assertCurrent,
  type LocationSnapshot,
  type SchedulingSnapshot,
} from "../../scheduling/snapshot/index.ts";
import { unavailable } from "../public-business/index.ts";
import type { Person, VerifiedVisitor } from "../visitors/index.ts";

/** The location and items of a visitor's request, resolved in the scheduling snapshot. */
export interface OnlineCart {
  readonly location: LocationSnapshot;
  readonly items: readonly UnassignedItem[];
}

/**
 * Resolves a cart in the snapshot. Throws `online_booking_unavailable` for an unknown or archived location, and `validation_failed` for
 * services and staff that cannot be booked online there. `pathOf` returns the path of an id in the request.
 */
export async function cartOf(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  wanted: {
    readonly location_id: string;
    readonly items: readonly { readonly service_id: string; readonly staff_id: string }[];
  },
  pathOf: (index: number, field: "service_id" | "staff_id") => string = (index, field) =>
    `/items/${index}/${field}`,
): Promise<OnlineCart> {
  const location = snapshot.locations.get(wanted.location_id.toLowerCase());
  if (location === undefined || !location.active) {
    await assertCurrent(reader, snapshot);
    throw unavailable();
  }
  const requested = wanted.items.map((item) => ({
    serviceId: item.service_id.toLowerCase(),
    staffId: item.staff_id.toLowerCase(),
  }));
  const { items, problems } = unassignedItemsOf(snapshot, location, requested, pathOf);
  const offline = requested.flatMap(({ serviceId }, index) =>
    snapshot.services.get(serviceId)?.rules.onlineBookable === false
      ? [{ path: pathOf(index, "service_id"), message: "is a service that cannot be booked online" }]
      : [],
  );
  if (problems.length + offline.length > 0) {
    await assertCurrent(reader, snapshot);
    throw invalid(...problems, ...offline);
  }
  return { location, items };
}

/**
 * Returns the client with this `ref`; undefined without a `ref`. Throws `validation_failed` for a `ref` without a visitor token, and for a
 * client without the verified e-mail address or phone number.
 */
export function personOf(visitor: VerifiedVisitor | null, ref: string | undefined): Person | undefined {
  if (ref === undefined) return undefined;
  if (visitor === null)
    throw invalid({ path: "/person", message: "is accepted only with the header Visitor-Token" });
  const person = visitor.people.find(({ id }) => id === ref.toLowerCase());
  if (person === undefined)
    throw invalid({
      path: "/person",
      message: "is not a client with the verified e-mail address or phone number",
    });
  return person;
}

/**
 * Returns the date of the person's patch test if a service needs one; the search checks its validity. Throws `patch_test_required` if a
 * service needs a test and the person is unknown or has no test.
 */
export function patchTestFor(
  items: readonly UnassignedItem[],
  person: Person | undefined,
): { readonly patchTestOn?: string } {
  if (!items.some((item) => item.rules.requiresPatchTest)) return {};
  if (person === undefined || person.patch_test_at === null) throw patchTestRequired(items);
  return { patchTestOn: person.patch_test_at };
}

export function patchTestRequired(items: readonly UnassignedItem[]): ApiError {
  const tested = items.filter((item) => item.rules.requiresPatchTest);
  return new ApiError(
    "patch_test_required",
    "These services require a patch test that is at least 48 hours and at most 6 months old. Contact the business to book a patch test.",
    { service_ids: [...new Set(tested.map((item) => item.serviceId))] },
  );
}
