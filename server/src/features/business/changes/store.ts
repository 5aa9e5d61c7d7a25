import { column, deleteSome, list, omit, statement } from "../../../platform/database/index.ts";
import { changes } from "../../../tables/business.ts";
import { appointmentItemsView, appointmentsView } from "../../../tables/scheduling.ts";

/** The key of the advisory lock. Only the process that holds the lock assigns numbers to changes. */
const LOCK = 7_261_001;

/** Returns a row if a committed change has no number yet. */
export const findUnnumbered = statement({
  name: "changes_find_unnumbered",
  columns: { waits: column.flag },
  sql: "select true as waits from changes where position is null limit 1",
});

/** Acquires the lock for numbering changes until the transaction ends. Returns no row if another process holds the lock. */
export const acquireNumbering = statement({
  name: "changes_acquire_numbering",
  columns: { acquired: column.flag },
  sql: `select true as acquired
        where pg_try_advisory_xact_lock(${LOCK})`,
});

/**
 * Assigns numbers to committed changes. The statement must be sent after the lock is acquired: only then does the statement see all earlier
 * numbers, so that it assigns greater numbers.
 */
export const numberChanges = statement({
  name: "changes_number",
  params: { limit: column.integer },
  columns: { numbered: column.integer },
  sql: `with waiting as (
          select business_id, id, row_number() over (order by written_at, id) as number
          from (
            select business_id, id, written_at
            from changes
            where position is null
            order by written_at, id
            limit $limit
          ) as oldest
        ),
        base as (
          select greatest(
            coalesce((select max(position) from changes), 0),
            (extract(epoch from clock_timestamp()) * 1000000)::bigint
          ) as last
        ),
        done as (
          update changes
          set position = base.last + waiting.number
          from waiting
          cross join base
          where changes.business_id = waiting.business_id
            and changes.id = waiting.id
          returning 1
        )
        select count(*)::integer as numbered
        from done`,
});

const shown = omit(changes.columns, "position", "written_at");
export const changeColumns = {
  ...shown,
  position: column.integer,
  /**
   * The staff members of the change's appointment or of all appointments of its client. Empty unless `$isOwnNeeded` is true.
   */
  own_staff_ids: column.ids,
};

/**
 * Lists the changes of these businesses after a position, in order. With `$isOwnNeeded`, each change contains the ids of the staff members
 * who own the record, because a business member with the role `staff` may read only their own records.
 */
export const listChanges = statement({
  name: "changes_list",
  params: {
    businessIds: column.ids,
    afterPosition: column.integer,
    isOwnNeeded: column.flag,
    limit: column.integer,
  },
  columns: changeColumns,
  sql: `select ${list(shown, "change")}, coalesce(change.position, 0) as position,
          case
            when not $isOwnNeeded then array[]::uuid[]
            when change.appointment_id is not null then array(
              select distinct item.staff_id
              from ${appointmentItemsView} as item
              where item.business_id = change.business_id
                and item.appointment_id = change.appointment_id
            )
            when change.client_id is not null then array(
              select distinct item.staff_id
              from ${appointmentsView} as appointment
              join ${appointmentItemsView} as item
                on item.business_id = appointment.business_id and item.appointment_id = appointment.id
              where appointment.business_id = change.business_id
                and appointment.client_id = change.client_id
            )
            else array[]::uuid[]
          end as own_staff_ids
        from changes as change
        where change.business_id = any ($businessIds)
          and change.position > $afterPosition
        order by change.position
        limit $limit`,
});

/** Returns a position at or after all numbered changes and before every change that is numbered later. */
export const findLastPosition = statement({
  name: "changes_find_last_position",
  columns: { position: column.integer },
  sql: `select greatest(
            coalesce(max(position), 0),
            (extract(epoch from statement_timestamp()) * 1000000)::bigint - 1
          ) as position
        from changes`,
});

const oldChanges = {
  from: changes,
  key: ["business_id", "id"],
  params: { keptSeconds: column.integer },
};

/**
 * Deletes numbered changes that are older than `$keptSeconds`. The position of a change is at least the time at which the
 * change was numbered, in microseconds.
 */
export const deleteOldChanges = deleteSome("changes_delete_old", {
  ...oldChanges,
  where: "position < (select (extract(epoch from clock_timestamp()) - $keptSeconds) * 1000000)::bigint",
  by: "position",
});

/**
 * Deletes changes that are older than `$keptSeconds` and that no process has numbered, because no process had an open stream.
 */
export const deleteOldUnnumbered = deleteSome("changes_delete_old_unnumbered", {
  ...oldChanges,
  where: "position is null and written_at < (select clock_timestamp() - make_interval(secs => $keptSeconds))",
  by: "written_at",
});
