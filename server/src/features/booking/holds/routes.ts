import { instantOf } from "../../../kernel/instants.ts";
import type { Context } from "../../../platform/context.ts";
import { type Route, route } from "../../../platform/http/route.ts";
import { bucketOfAddress, proofKey, requireProof } from "../../../platform/limits/index.ts";
import { onlineDeposits } from "../../checkout/payments/index.ts";
import { Availability } from "../../scheduling/availability/index.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";
import { assertPublished, findPublicBusiness } from "../public-business/index.ts";
import { proofHeader, type VisitorSettings, visitorHeader, visitorOf } from "../visitors/index.ts";
import { extend, release } from "./changeHold.ts";
import { createHold, NotOffered } from "./createHold.ts";
import { onlineConflict } from "./onlineConflict.ts";
import { cartOf, patchTestFor, personOf } from "./onlineRequest.ts";
import { publicAvailability } from "./publicAvailability.ts";
import { ExtendedHold, Hold, HoldInput, PublicAvailabilityQuery, ReleasedHold } from "./schema.ts";
import { countHolds } from "./store.ts";

const tag = "Public";
const PATH = "/public/businesses/:slug/holds";
/**
 * The numbers of live holds from which a new hold needs a proof of work: the holds of one IP address, and the unverified holds at one
 * location.
 */
const MAX_OF_ADDRESS = 3;
const MAX_UNVERIFIED = 10;

export function holdRoutes(context: Context, { secret, provider }: VisitorSettings): Route[] {
  const { database, clock } = context;

  /** Throws `proof_required` if a limit is reached and the request has no valid proof of work. Expired holds are not counted. */
  async function checkCeilings(
    businessId: string,
    locationId: string,
    from: { readonly address: string; readonly proof: string | undefined; readonly now: number },
  ): Promise<void> {
    const { address, proof: header, now } = from;
    const of = { business_id: businessId, location_id: locationId, address, now };
    const [count] = await database.query(countHolds, of);
    if (count === undefined || (count.of_address < MAX_OF_ADDRESS && count.unverified < MAX_UNVERIFIED))
      return;
    await requireProof(database, proofKey(secret), { purpose: "hold", header, now });
  }

  return [
    route({
      method: "GET",
      path: "/public/businesses/:slug/availability",
      access: { kind: "public" },
      operationId: "findPublicAvailability",
      tag,
      summary: "Find available start times for online booking",
      description:
        "Returns start times that clients can book online. Services with a patch test require a visitor token and `person`.",
      query: PublicAvailabilityQuery,
      data: Availability,
      secretsInPath: ["slug"],
      headers: [visitorHeader(false)],
      errors: ["online_booking_unavailable", "patch_test_required", "unauthenticated"],
      run: async ({ params, query, sent }) => {
        const { id } = await findPublicBusiness(database, params.slug);
        const visitor = await visitorOf(database, id, sent, { secret, now: clock.now() });
        return { rawBody: await publicAvailability(context, id, visitor, query) };
      },
    }),
    route({
      method: "POST",
      path: PATH,
      access: { kind: "public" },
      operationId: "createHold",
      tag,
      summary: "Create a hold",
      description:
        "Other visitors cannot book the time during the hold, but staff members can. An IP address can have three active holds, and a location ten active holds of unverified visitors. Each further hold requires a proof of work.",
      body: HoldInput,
      data: Hold,
      status: 201,
      secretsInPath: ["slug"],
      headers: [visitorHeader(false), proofHeader],
      errors: [
        "time_conflict",
        "proof_required",
        "online_booking_unavailable",
        "patch_test_required",
        "unauthenticated",
      ],
      run: async ({ params, body, address: ip, sent, storeResponse }) => {
        const now = clock.now();
        const { id: businessId } = await findPublicBusiness(database, params.slug);
        const visitor = await visitorOf(database, businessId, sent, { secret, now });
        const locationId = body.location_id.toLowerCase();
        await assertPublished(database, businessId, locationId);
        const address = bucketOfAddress("holds", ip);
        const proof = sent.header(proofHeader.name.toLowerCase());
        await checkCeilings(businessId, locationId, { address, proof, now });
        return withSnapshot(database, businessId, async (snapshot) => {
          const cart = await cartOf(database, snapshot, body);
          const takesDeposits = (await onlineDeposits.accountOf(database, businessId, provider)) !== null;
          const request = { input: body, cart, visitor, takesDeposits, address, now };
          try {
            return await database.transaction(async (tx) =>
              storeResponse(tx, { data: await createHold(tx, snapshot, request) }),
            );
          } catch (error) {
            if (!(error instanceof NotOffered)) throw error;
            throw await onlineConflict(database, snapshot, {
              ...cart,
              startsAt: instantOf(body.starts_at),
              now,
              excludeAppointmentId: null,
              ...patchTestFor(cart.items, personOf(visitor, body.person)),
            });
          }
        });
      },
    }),
    route({
      method: "POST",
      path: `${PATH}/:hold_token/extend`,
      access: { kind: "public" },
      operationId: "extendHold",
      tag,
      summary: "Extend a hold",
      description:
        "Extends the hold by five minutes. A hold can be extended once. Further requests change nothing. Returns 404 for an expired or revoked hold.",
      data: ExtendedHold,
      secretsInPath: ["slug", "hold_token"],
      run: async ({ params, storeResponse }) => {
        const { id: businessId } = await findPublicBusiness(database, params.slug);
        const change = { businessId, token: params.hold_token, now: clock.now() };
        return database.transaction(async (tx) => storeResponse(tx, { data: await extend(tx, change) }));
      },
    }),
    route({
      method: "DELETE",
      path: `${PATH}/:hold_token`,
      access: { kind: "public" },
      operationId: "deleteHold",
      tag,
      summary: "Delete a hold",
      data: ReleasedHold,
      secretsInPath: ["slug", "hold_token"],
      run: async ({ params }) => {
        const { id: businessId } = await findPublicBusiness(database, params.slug);
        const change = { businessId, token: params.hold_token, now: clock.now() };
        await database.transaction((tx) => release(tx, change));
        return { data: { released: true as const } };
      },
    }),
  ];
}
