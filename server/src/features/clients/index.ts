import type { BlobStore } from "../../platform/blobs/index.ts";
import type { Context } from "../../platform/context.ts";
import type { EmailOutbox } from "../../platform/email/index.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { cancelUpcoming } from "../scheduling/appointments/index.ts";
import { clientPrivacyJobs, clientPrivacyRoutes } from "./client-privacy/index.ts";
import { clientRoutes } from "./clients/index.ts";
import { formRoutes } from "./forms/index.ts";
import { type Album, photoJobs, photoRoutes } from "./photos/index.ts";

export { type Album, NO_ALBUM, openAlbum } from "./photos/index.ts";

/** Routes of clients, their merge, export and erasure, forms and photos. */
export function routes(
  context: Context,
  { post, secret, album }: { readonly post: EmailOutbox; readonly secret: string; readonly album: Album },
): Route[] {
  return [
    ...clientRoutes(context, { cancelAppointments: cancelUpcoming }),
    ...clientPrivacyRoutes(context, { secret, album }),
    ...formRoutes(context, post),
    ...photoRoutes(context, album),
  ];
}

export function jobs(
  context: Context,
  { secret, blobs }: { readonly secret: string; readonly blobs: BlobStore },
): Job[] {
  return [...clientPrivacyJobs(context, secret), ...photoJobs(context, blobs)];
}
