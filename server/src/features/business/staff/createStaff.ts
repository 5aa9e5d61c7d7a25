import { type FieldProblem, refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { createSubject, lockSettings } from "../../scheduling/calendar/index.ts";
import { placesNamed, unknownPlaces } from "../locations/index.ts";
import type { NewStaff, StaffRecord } from "./schema.ts";
import { staffRecord } from "./staffRecord.ts";
import { insertStaff, insertStaffLocations, lastStaffPosition } from "./store.ts";

/**
 * Takes somebody into the team, behind the others unless a position is given; clients read the first name unless
 * told otherwise. They work nowhere at no time until `setStaffHours`. Throws `validation_failed`.
 */
export async function createStaff(
  tx: Transaction,
  businessId: string,
  wanted: NewStaff,
  now: number,
): Promise<StaffRecord> {
  // From here on setups of one business wait for each other, so what is read below still holds at the commit.
  lockSettings(tx, businessId);
  const locationIds = wanted.location_ids.map((id) => id.toLowerCase());
  refuseIf(await locationProblems(tx, businessId, locationIds));
  const [last] = await tx.query(lastStaffPosition, [businessId]);
  const staffId = newId();
  await createSubject(tx, businessId, { id: staffId, kind: "staff", capacity: 1 });
  tx.write(insertStaff, [
    businessId,
    staffId,
    wanted.first_name,
    wanted.last_name ?? null,
    wanted.display_name ?? wanted.first_name,
    wanted.title ?? null,
    wanted.bookable ?? true,
    wanted.active ?? true,
    wanted.color ?? null,
    wanted.position ?? (last?.position ?? 0) + 1,
    new Date(now),
  ]);
  tx.write(insertStaffLocations, [businessId, staffId, locationIds]);
  return staffRecord(tx, businessId, staffId);
}

/** Complains about every location of a body that is not the business's or is named twice. */
export async function locationProblems(
  reader: Reader,
  businessId: string,
  locationIds: readonly string[],
): Promise<FieldProblem[]> {
  const places = await placesNamed(reader, businessId, locationIds);
  return [
    ...unknownPlaces("/location_ids", locationIds, places),
    ...locationIds.flatMap((id, index) =>
      locationIds.indexOf(id) < index ? [{ path: `/location_ids/${index}`, message: "is named twice" }] : [],
    ),
  ];
}
