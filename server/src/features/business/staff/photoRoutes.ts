import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { lockSettings } from "../../scheduling/snapshot/index.ts";
import {
  deletePicture,
  PICTURE_UPLOAD,
  PictureInput,
  processUpload,
  replacePicture,
  STAFF_PHOTO,
} from "../pictures/index.ts";
import { StaffMember, type StaffMemberRecord } from "./schema.ts";
import { staffMemberRecord, withPhotoUrl } from "./staffMemberRecord.ts";
import { touchStaff } from "./store.ts";

const tag = "Staff";
const access = appOnly("owner", "manager");
const PATH = "/businesses/:business/staff/:staff/photo";

/** Creates the routes of the photos of staff members; `address` returns their base URL. */
export function staffPhotoRoutes({ database, clock }: Context, address: () => string): Route[] {
  /** Changes the photo and returns the updated staff member. Throws `not_found` for an unknown staff member. */
  const changed = async (
    tx: Transaction,
    businessId: string,
    staffId: string,
    change: (owner: { businessId: string; staffId: string }) => Promise<boolean>,
  ): Promise<StaffMemberRecord> => {
    // Locks the settings, because a trigger raises the version of the snapshot when `touchStaff` writes the row. The server
    // then renders the cached booking page again, with the new photo.
    lockSettings(tx, businessId);
    const before = await staffMemberRecord(tx, businessId, staffId);
    if (await change({ businessId, staffId }))
      tx.write(touchStaff, { business_id: businessId, id: before.id, updated_at: clock.now() });
    return withPhotoUrl(await staffMemberRecord(tx, businessId, staffId), businessId, address());
  };
  return [
    route({
      method: "PUT",
      path: PATH,
      access,
      operationId: "replaceStaffPhoto",
      tag,
      summary: "Replace the photo of a staff member",
      description:
        "The booking page shows the photo. The image is cropped to a square. Metadata such as location, time and camera is removed.",
      upload: PICTURE_UPLOAD,
      body: PictureInput,
      data: StaffMember,
      run: async ({ businessId, params, file }) => {
        await staffMemberRecord(database, businessId, params.staff);
        const photo = await processUpload(file, STAFF_PHOTO);
        return {
          data: await database.transaction((tx) =>
            changed(tx, businessId, params.staff, async (owner) => {
              await replacePicture(tx, owner, photo, clock.now());
              return true;
            }),
          ),
        };
      },
    }),
    route({
      method: "DELETE",
      path: PATH,
      access,
      operationId: "deleteStaffPhoto",
      tag,
      summary: "Delete the photo of a staff member",
      data: StaffMember,
      run: ({ businessId, params, write }) =>
        write(database, (tx) => changed(tx, businessId, params.staff, (owner) => deletePicture(tx, owner))),
    }),
  ];
}
