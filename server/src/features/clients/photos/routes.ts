import { Type } from "typebox";
import { ownOnly } from "../../../kernel/caller.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route, scoped } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { addPhoto, assertAddable, storePicture } from "./addPhoto.ts";
import type { Album } from "./album.ts";
import { changePhoto, removePhoto } from "./changePhoto.ts";
import { MEDIA_TYPES } from "./images/source.ts";
import { clientPhotos, showPhoto } from "./listPhotos.ts";
import { Photo, PhotoChanges, PhotoInput, PhotoPage, PhotoQuery } from "./schema.ts";

const tag = "Clients";
const PHOTOS = "/businesses/:business/clients/:client/photos";
const ONE = `${PHOTOS}/:photo` as const;
/** Whoever sees the client may take a photo of them (app-operations, "Clients"). */
const writing = appOnly("owner", "manager", "reception", "staff");

const MAX_PHOTO_BYTES = 20 * 1024 * 1024;
/** Of one address: a salon shares one, and a page of a client's file shows a hundred photos. */
const VIEWS_PER_MINUTE = 1200;

/** Photos of clients: kept with a consent and without what a camera tells beside the picture, shown by signed address. */
export function photoRoutes(context: Context, album: Album): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "GET",
      path: PHOTOS,
      access: scoped("clients:read"),
      operationId: "listClientPhotos",
      tag,
      summary: "List the photos of a client",
      description: "Newest first, by when they were taken. Each `url` opens its picture for 10 minutes.",
      query: PhotoQuery,
      data: PhotoPage,
      run: async ({ businessId, caller, params, query }) => ({
        data: await clientPhotos(database, album, businessId, {
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
        "The picture is kept as it is, without what stands beside it: place, time, camera, texts, small and further pictures. " +
        "Where the client has not agreed to its use, it is kept for the record alone.",
      upload: {
        part: "file",
        description: "A JPEG, PNG, WebP or HEIC image of at most 20 MB; what it is, its own bytes say",
        mediaTypes: MEDIA_TYPES,
        maxBytes: MAX_PHOTO_BYTES,
      },
      body: PhotoInput,
      data: Photo,
      status: 201,
      run: async ({ businessId, caller, params, body, file, storeResponse }) => {
        const own = ownOnly(caller, businessId);
        const photoId = newId();
        const adding = { businessId, clientId: params.client, photoId, photo: body, own, now: clock.now() };
        await database.transaction((tx) => assertAddable(tx, adding));
        const image = await storePicture(database, album, adding, file);
        return database.transaction(async (tx) =>
          storeResponse(tx, { data: await addPhoto(tx, album, { ...adding, now: clock.now() }, image) }),
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
        "A photo whose consent is withdrawn stays in the record and says so: `withdrawn_at`. To have it gone, delete it.",
      body: PhotoChanges,
      data: Photo,
      run: ({ businessId, caller, params, body, storeResponse }) => {
        const own = ownOnly(caller, businessId);
        const named = { businessId, clientId: params.client, photoId: params.photo, own, now: clock.now() };
        return database.transaction(async (tx) =>
          storeResponse(tx, { data: await changePhoto(tx, album, { ...named, change: body }) }),
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
        const named = { businessId, clientId: params.client, photoId: params.photo, own, now: clock.now() };
        return { data: await database.transaction((tx) => removePhoto(tx, named)) };
      },
    }),
    route({
      method: "GET",
      path: "/public/photos/:photo_token",
      access: { kind: "public" },
      operationId: "getPhotoImage",
      tag: "Public",
      summary: "Get the image of a photo",
      description:
        "At the address that a photo's `url` holds. One that has expired, one that we never gave out and one whose photo is gone are answered alike.",
      data: Type.String(),
      filesOf: MEDIA_TYPES,
      secretsInPath: ["photo_token"],
      perAddressPerMinute: VIEWS_PER_MINUTE,
      run: ({ params }) => showPhoto(database, album, params.photo_token, clock.now()),
    }),
  ];
}
