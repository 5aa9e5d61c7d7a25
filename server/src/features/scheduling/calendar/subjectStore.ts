import { column, statement, type Transaction } from "../../../platform/database/index.ts";

const insertSubject = statement(
  "calendar_insert_subject",
  {},
  `insert into subjects (business_id, id, kind, capacity, version)
   values ($1, $2, $3, $4, 1)`,
);

/** Lanes are never taken away while a claim stands on them; a smaller capacity only stops handing them out. */
const insertUnits = statement(
  "calendar_insert_lanes",
  {},
  `insert into subject_units (business_id, subject_id, unit)
   select $1, $2, unit
   from generate_series(0, $3::integer - 1) as unit
   on conflict (business_id, subject_id, unit) do nothing`,
);

export function writeSubject(
  tx: Transaction,
  businessId: string,
  subject: { id: string; kind: "staff" | "resource"; capacity: number },
): void {
  tx.write(insertSubject, [businessId, subject.id, subject.kind, subject.capacity]);
  tx.write(insertUnits, [businessId, subject.id, subject.capacity]);
}

const updateCapacity = statement(
  "calendar_update_capacity",
  {},
  `update subjects
   set capacity = $3
   where business_id = $1 and id = $2`,
);

const deleteUnusedUnits = statement(
  "calendar_delete_unused_lanes",
  {},
  `delete from subject_units
   where business_id = $1
     and subject_id = $2
     and unit >= $3
     and not exists (
       select from claims
       where claims.business_id = subject_units.business_id
         and claims.subject_id = subject_units.subject_id
         and claims.unit = subject_units.unit
     )`,
);

export function writeCapacity(
  tx: Transaction,
  businessId: string,
  subjectId: string,
  capacity: number,
): void {
  tx.write(updateCapacity, [businessId, subjectId, capacity]);
  tx.write(insertUnits, [businessId, subjectId, capacity]);
  tx.write(deleteUnusedUnits, [businessId, subjectId, capacity]);
}

/**
 * The first guard. Sorted, because unsorted locks deadlock; `no key update`, because `for update` would also stop
 * everybody who only refers to the row. Facts are read in a later statement: one that reads while it waits for the
 * lock still sees what was there before it waited.
 */
const lockSubjectsStatement = statement(
  "calendar_lock_subjects",
  { id: column.id },
  `select id
   from subjects
   where business_id = $1 and id = any ($2::uuid[])
   order by id
   for no key update`,
);

export async function lockSubjectRows(
  tx: Transaction,
  businessId: string,
  subjectIds: readonly string[],
): Promise<void> {
  await tx.query(lockSubjectsStatement, [businessId, subjectIds]);
}
