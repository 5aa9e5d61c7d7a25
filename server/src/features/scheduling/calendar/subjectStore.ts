import { column, insertInto, pick, statement } from "../../../platform/database/index.ts";
import { subjects, subjectUnits } from "../../../tables/scheduling.ts";

const subject = pick(subjectUnits.columns, "business_id", "subject_id");

export const insertSubject = insertInto("calendar_insert_subject", subjects);

/**
 * Inserts the missing units of a subject. After a reduction of the capacity, a unit row remains while a claim uses the unit, but new claims
 * no longer get the unit.
 */
export const insertUnits = statement({
  name: "calendar_insert_units",
  params: { ...subject, capacity: column.integer },
  sql: `insert into subject_units (business_id, subject_id, unit)
        select $business_id, $subject_id, unit
        from generate_series(0, $capacity - 1) as unit
        on conflict (business_id, subject_id, unit) do nothing`,
});

export const updateCapacity = statement({
  name: "calendar_update_capacity",
  params: { ...subject, capacity: column.integer },
  sql: `update subjects
        set capacity = $capacity
        where business_id = $business_id and id = $subject_id`,
});

export const deleteUnusedUnits = statement({
  name: "calendar_delete_unused_units",
  params: { ...subject, capacity: column.integer },
  sql: `delete from subject_units
        where business_id = $business_id
          and subject_id = $subject_id
          and unit >= $capacity
          and not exists (
            select from claims
            where claims.business_id = subject_units.business_id
              and claims.subject_id = subject_units.subject_id
              and claims.unit = subject_units.unit
          )`,
});

/**
 * Locks subjects, which serializes bookings and prevents double booking; the exclusion constraint is the second protection. Sorts the ids,
 * because transactions that lock subjects in different orders can deadlock. The mode is `no key update`, because `for update` would also
 * block transactions that only reference the row. A later statement must read the data, because a statement that waits for a lock returns
 * the state from before the wait.
 */
export const lockSubjectRows = statement({
  name: "calendar_lock_subjects",
  params: { businessId: column.id, subjectIds: column.ids },
  columns: pick(subjects.columns, "id"),
  sql: `select id
        from subjects
        where business_id = $businessId and id = any ($subjectIds)
        order by id
        for no key update`,
});

/** Raises the versions of these subjects, so that processes with cached busy time detect the change (decision 12). */
export const raiseVersions = statement({
  name: "calendar_raise_versions",
  params: { businessId: column.id, subjectIds: column.ids },
  sql: `update subjects
        set version = version + 1
        where business_id = $businessId and id = any ($subjectIds)`,
});
