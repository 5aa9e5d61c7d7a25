import {
  column,
  deleteWhere,
  findIds,
  insertInto,
  insertRows,
  list,
  omit,
  pick,
  selectWhere,
  statement,
  updateRow,
} from "../../../platform/database/index.ts";
import {
  picturesView,
  serviceStaffView,
  servicesView,
  staff,
  staffLocations,
} from "../../../tables/business.ts";

const { columns } = staff;
const own = omit(columns, "business_id", "hours_version");

export const staffColumns = {
  ...own,
  location_ids: column.ids,
  service_ids: column.ids,
  photo_id: column.nullable(picturesView.columns.id),
};

/**
 * Selects the complete API record (contract §3). `service_ids` is computed, because the list of staff members is stored with each service.
 */
const selectStaffMember = `
  select ${list(own, "staff_member")},
    array(
      select location.location_id
      from staff_locations as location
      where location.business_id = staff_member.business_id
        and location.staff_id = staff_member.id
      order by location.location_id
    ) as location_ids,
    array(
      select service.id
      from ${serviceStaffView} as performer
      join ${servicesView} as service on service.business_id = performer.business_id and service.id = performer.service_id
      where performer.business_id = staff_member.business_id
        and performer.staff_id = staff_member.id
        and service.active
      order by service.position, service.id
    ) as service_ids,
    (
      select picture.id
      from ${picturesView} as picture
      where picture.business_id = staff_member.business_id
        and picture.staff_id = staff_member.id
    ) as photo_id
  from staff as staff_member`;

export const findStaffMember = statement({
  name: "staff_find",
  params: { businessId: column.id, id: column.id },
  columns: staffColumns,
  sql: `${selectStaffMember}
        where staff_member.business_id = $businessId
          and staff_member.id = $id`,
});

/**
 * A page of staff members by position, starting after the given row (null for the first page). A null filter is not applied.
 */
export const listStaffRows = statement({
  name: "staff_list",
  params: {
    businessId: column.id,
    afterPosition: column.nullable(column.integer),
    afterId: column.nullable(column.id),
    locationId: column.nullable(column.id),
    isActive: column.nullable(column.flag),
    limit: column.integer,
  },
  columns: staffColumns,
  sql: `${selectStaffMember}
        where staff_member.business_id = $businessId
          and ($afterPosition is null or (staff_member.position, staff_member.id) > ($afterPosition, $afterId))
          and (
            $locationId is null
            or exists (
              select
              from staff_locations as location
              where location.business_id = staff_member.business_id
                and location.staff_id = staff_member.id
                and location.location_id = $locationId
            )
          )
          and ($isActive is null or staff_member.active = $isActive)
        order by staff_member.position, staff_member.id
        limit $limit`,
});

export const findStaffIds = findIds("staff_find_ids", staff);

/** Locks the staff member against changes until the transaction ends. */
export const lockStaffRow = selectWhere("staff_lock", staff, {
  columns: pick(columns, "active"),
  where: { businessId: "business_id", id: "id" },
  ending: "for share",
});

export const lastStaffPosition = statement({
  name: "staff_last_position",
  params: { businessId: column.id },
  columns: { position: column.integer },
  sql: `select coalesce(max(position), 0) as position
        from staff
        where business_id = $businessId`,
});

export const insertStaff = insertInto("staff_insert", staff, omit(columns, "hours_version"));
export const updateStaffRow = updateRow(
  "staff_update",
  staff,
  omit(columns, "business_id", "id", "created_at", "hours_version"),
);

/** Sets `updated_at` of a staff member. Needed after a change of the photo, because the photo is in another table. */
export const touchStaff = updateRow("staff_touch", staff, pick(columns, "updated_at"));

export const deleteStaffLocations = deleteWhere(
  "staff_delete_locations",
  staffLocations,
  "business_id",
  "staff_id",
);
export const insertStaffLocations = insertRows("staff_insert_locations", staffLocations);

/** The active staff members with all names by which an imported file can refer to them. */
export const listStaffNames = selectWhere("staff_list_names", staff, {
  columns: pick(staff.columns, "id", "display_name", "first_name", "last_name"),
  where: { businessId: "business_id" },
  ending: "and active order by position, id",
});
