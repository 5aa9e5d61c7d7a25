import type { BlobStore } from "../../platform/blobs/index.ts";
import type { Context } from "../../platform/context.ts";
import type { EmailOutbox } from "../../platform/email/index.ts";
import type { Route } from "../../platform/http/route.ts";
import type { DueWork, Job } from "../../platform/jobs/index.ts";
import { endVisitorsOf } from "../booking/visitors/index.ts";
import { clientWaitlist } from "../booking/waitlist/index.ts";
import { clientPayments } from "../checkout/payments/index.ts";
import { clientAppointments } from "../scheduling/appointments/index.ts";
import { clientPrivacyJobs, clientPrivacyRoutes, erasureWork } from "./client-privacy/index.ts";
import { blockedContactKey, clientRoutes } from "./clients/index.ts";
import { formRoutes } from "./forms/index.ts";
import { messageRoutes } from "./messages/index.ts";
import { noteRoutes } from "./notes/index.ts";
import { type PhotoStorage, photoJobs, photoRoutes } from "./photos/index.ts";

export { businessOfFormsLink } from "./forms/index.ts";
export { createPhotoStorage, NO_PHOTO_STORAGE, type PhotoStorage } from "./photos/index.ts";

/** Returns the routes for clients, for their merge, export and erasure, and for forms, photos, messages and notes. */
export function routes(
  context: Context,
  {
    emailOutbox,
    secret,
    photoStorage,
  }: { readonly emailOutbox: EmailOutbox; readonly secret: string; readonly photoStorage: PhotoStorage },
): Route[] {
  return [
    ...clientRoutes(context, {
      cancelAppointments: async (tx, snapshot, cancelling) => {
        endVisitorsOf(tx, snapshot.businessId, [cancelling.clientId]);
        await clientWaitlist.cancel(tx, snapshot.businessId, [cancelling.clientId], cancelling.now);
        clientPayments.removeCardsOf(tx, snapshot.businessId, [cancelling.clientId], cancelling.now);
        await clientAppointments.cancelUpcoming(tx, snapshot, cancelling);
      },
    }),
    ...clientPrivacyRoutes(context, { secret, photoStorage }),
    ...formRoutes(context, emailOutbox),
    ...photoRoutes(context, photoStorage),
    ...messageRoutes(context),
    ...noteRoutes(context),
  ];
}

export function jobs(
  context: Context,
  { secret, blobs }: { readonly secret: string; readonly blobs: BlobStore },
): Job[] {
  return [...clientPrivacyJobs(context, secret), ...photoJobs(context, blobs)];
}

export function dueWork(context: Context, { secret }: { readonly secret: string }): DueWork[] {
  return [erasureWork(context, blockedContactKey(secret))];
}
