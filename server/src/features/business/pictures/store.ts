import { column, insertInto, pick, statement } from "../../../platform/database/index.ts";
import { pictures } from "../../../tables/business.ts";

const { columns } = pictures;

export const insertPicture = insertInto("pictures_insert", pictures);

/** Deletes the picture of a staff member, or the logo if `$staffId` is null. */
export const deletePictureRow = statement({
  name: "pictures_delete",
  params: { businessId: column.id, staffId: column.nullable(column.id) },
  columns: pick(columns, "id"),
  sql: `delete from pictures
        where business_id = $businessId
          and staff_id is not distinct from $staffId
        returning id`,
});

export const findLogo = statement({
  name: "pictures_find_logo",
  params: { businessId: column.id },
  columns: pick(columns, "id"),
  sql: `select id
        from pictures
        where business_id = $businessId
          and staff_id is null`,
});

export const findContent = statement({
  name: "pictures_find_content",
  params: { businessId: column.id, pictureId: column.id },
  columns: pick(columns, "content"),
  sql: `select content
        from pictures
        where business_id = $businessId
          and id = $pictureId`,
});
