import { column, insertInto, pick, selectWhere, statement } from "../../../platform/database/index.ts";
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

export const findLogo = selectWhere("pictures_find_logo", pictures, {
  columns: pick(columns, "id"),
  where: { businessId: "business_id" },
  ending: "and staff_id is null",
});

export const findContent = selectWhere("pictures_find_content", pictures, {
  columns: pick(columns, "content"),
  where: { businessId: "business_id", pictureId: "id" },
});
