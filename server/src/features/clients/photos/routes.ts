import { Type } from "typebox";
import { ownOnly } from "../../../kernel/caller.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route, scoped } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { MEDIA_TYPES } from "../../../platform/images/index.ts";
import { assertCreatable, createPhoto, storeImage } from "./createPhoto.ts";
import { getPhotoImage } from "./getPhotoImage.ts";
import { listPhotos } from "./listPhotos.ts";
import type { PhotoStorage } from "./photoStorage.ts";
import { Photo, PhotoChanges, PhotoInput, PhotoPage, PhotoQuery } from "./schema.ts";
import { deletePhoto, updatePhoto } from "./updatePhoto.ts";

const tag = "Clients";
const PHOTOS = "/businesses/:business/clients/:client/photos";
const ONE = `${PHOTOS}/:photo` as const;
/** All roles that may read a client may change the client's photos (app-operations, "Clients"). */
const writing = appOnly("owner", "manager", "reception", "staff");

const MAX_PHOTO_BYTES = 20 * 1024 * 1024;
/**
 * Maximum number of image requests per minute from one IP address. All users in a salon share an address, and a client's page shows up to
 * a hundred photos.
 */
const VIEWS_PER_MINUTE = 1200;

/** Returns the routes for client photos and for the consent to use the photos. Images are served through signed URLs. */
export function photoRoutes(context: Context, storage: PhotoStorage): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "GET",
      path: PHOTOS,
      access: scoped("clients:read"),
      operationId: "listClientPhotos",
      tag,
      summary: "List the photos of a client",
      description: "Newest first by `taken_at`. Each URL is valid for 10 minutes.",
      query: PhotoQuery,
      data: PhotoPage,
      run: async ({ businessId, caller, params, query }) => ({
        data: await listPhotos(database, storage, businessId, {
          ...query,
          clientId: params.client,
          own: ownOnly(caller, businessId),
          now: clock.now(),
        }),
      }),
    }),
    route({
      method: "POST",
      path: PHOTOS,
      access: writing,
      operationId: "createClientPhoto",
      tag,
      summary: "Create a client photo",
      description:
        "The image is re-encoded in three sizes, upright and without metadata such as location, time and camera. A HEIC image is " +
        "stored as JPEG. Animated images are not supported. Without consent, the scope of the photo must be `record`.",
      upload: {
        part: "file",
        description:
          "A JPEG, PNG, WebP or HEIC image of at most 20 MB and 100 million pixels. The content decides the type",
        mediaTypes: MEDIA_TYPES,
        maxBytes: MAX_PHOTO_BYTES,
      },
      body: PhotoInput,
      data: Photo,
      status: 201,
      run: async ({ businessId, caller, params, body, file, storeResponse }) => {
        const own = ownOnly(caller, businessId);
        const photoId = newId();
        const creation = { businessId, clientId: params.client, photoId, photo: body, own, now: clock.now() };
        await database.transaction((tx) => assertCreatable(tx, creation));
        const image = await storeImage(database, storage, creation, file);
        return database.transaction(async (tx) =>
          storeResponse(tx, {
            data: await createPhoto(tx, storage, { ...creation, now: clock.now() }, image),
          }),
        );
      },
    }),
    route({
      method: "PATCH",
      path: ONE,
      access: writing,
      operationId: "updateClientPhoto",
      tag,
      summary: "Update a client photo",
      description:
        "A photo stays in the client's record after consent is withdrawn. The consent then has a `withdrawn_at`. Delete the photo to remove it.",
      body: PhotoChanges,
      data: Photo,
      run: ({ businessId, caller, params, body, storeResponse }) => {
        const own = ownOnly(caller, businessId);
        const reference = {
          businessId,
          clientId: params.client,
          photoId: params.photo,
          own,
          now: clock.now(),
        };
        return database.transaction(async (tx) =>
          storeResponse(tx, { data: await updatePhoto(tx, storage, { ...reference, changes: body }) }),
        );
      },
    }),
    route({
      method: "DELETE",
      path: ONE,
      access: writing,
      operationId: "deleteClientPhoto",
      tag,
      summary: "Delete a client photo",
      data: Deleted,
      run: async ({ businessId, caller, params }) => {
        const own = ownOnly(caller, businessId);
        const reference = {
          businessId,
          clientId: params.client,
          photoId: params.photo,
          own,
          now: clock.now(),
        };
        return { data: await database.transaction((tx) => deletePhoto(tx, reference)) };
      },
    }),
    route({
      method: "GET",
      path: "/public/photos/:photo_token",
      access: { kind: "public" },
      operationId: "getPhotoImage",
      tag: "Public",
      summary: "Get the image of a client photo",
      description:
        "This is the path of the URLs of photos. Expired URLs, forged URLs and URLs of deleted photos return the same 404.",
      data: Type.String(),
      fileMediaTypes: MEDIA_TYPES,
      secretsInPath: ["photo_token"],
      perAddressPerMinute: VIEWS_PER_MINUTE,
      run: ({ params }) => getPhotoImage(database, storage, params.photo_token, clock.now()),
    }),
  ];
}
