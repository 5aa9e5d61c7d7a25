import type { Context } from "../../../platform/context.ts";
import { type Route, route } from "../../../platform/http/route.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";
import type { LinkedRecord } from "../manage-links/index.ts";
import { findPublicBusiness } from "../public-business/index.ts";
import { requireVisitor, type VisitorSettings, visitorHeader } from "../visitors/index.ts";
import { queueWaitlistEmail } from "./emails.ts";
import { cancelEntry } from "./entries.ts";
import { joinWaitlist } from "./join.ts";
import { openWaitlistLink, readJoined } from "./joined.ts";
import { publicOfferRoutes } from "./publicOfferRoutes.ts";
import { JoinedWaitlistEntry, WaitlistJoinInput } from "./schema.ts";

const tag = "Public";
const LINK = "/public/waitlist/:token";
const access = { kind: "public" } as const;
const secretsInPath = ["token"] as const;

/** Returns the routes with which clients join the waitlist, read and cancel their entry, and accept or decline offers. */
export function publicWaitlistRoutes(context: Context, visitorSettings: VisitorSettings): Route[] {
  const { emailOutbox, secret, provider } = visitorSettings;
  const { database, clock } = context;
  const settings = { secret, address: emailOutbox.address, provider };
  const read = (linked: LinkedRecord) =>
    withSnapshot(database, linked.businessId, (snapshot) => readJoined(database, snapshot, settings, linked));
  const leave = async (token: string) => {
    const linked = await openWaitlistLink(database, settings, token);
    const change = { id: linked.id, ifMatch: null, own: null, now: clock.now() };
    await database.transaction((tx) => cancelEntry(tx, linked.businessId, change));
    return read(linked);
  };

  return [
    route({
      method: "POST",
      path: "/public/businesses/:slug/waitlist",
      access,
      operationId: "joinWaitlist",
      tag,
      summary: "Join the waitlist",
      description:
        "Requires a verified visitor, who can have five open entries. Returns 403 if the location is not published or the waitlist is off.",
      body: WaitlistJoinInput,
      data: JoinedWaitlistEntry,
      status: 201,
      secretsInPath: ["slug"],
      headers: [visitorHeader(true)],
      errors: ["unauthenticated", "online_booking_unavailable", "patch_test_required"],
      run: async ({ params, body, sent, storeResponse }) => {
        const now = clock.now();
        const { id: businessId } = await findPublicBusiness(database, params.slug);
        const visitor = await requireVisitor(database, businessId, sent, { secret, now });
        return withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) => {
            const id = await joinWaitlist(tx, snapshot, { input: body, visitor, now });
            await queueWaitlistEmail(tx, { kind: "joined", businessId, entryId: id, about: id });
            const data = await readJoined(tx, snapshot, settings, { businessId, id });
            return storeResponse(tx, { data });
          }),
        );
      },
    }),
    route({
      method: "GET",
      path: LINK,
      access,
      operationId: "getJoinedWaitlistEntry",
      tag,
      summary: "Get a waitlist entry through a waitlist link",
      description: "The link is valid until the client is deleted.",
      data: JoinedWaitlistEntry,
      secretsInPath,
      run: async ({ params }) => ({
        data: await read(await openWaitlistLink(database, settings, params.token)),
      }),
    }),
    route({
      method: "DELETE",
      path: LINK,
      access,
      operationId: "cancelJoinedWaitlistEntry",
      tag,
      summary: "Cancel a waitlist entry through a waitlist link",
      description: "The client leaves the waitlist. A booked, cancelled or expired entry does not change.",
      data: JoinedWaitlistEntry,
      secretsInPath,
      run: async ({ params }) => ({ data: await leave(params.token) }),
    }),
    ...publicOfferRoutes(context, visitorSettings),
  ];
}
