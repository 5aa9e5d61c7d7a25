import type { Context } from "../../../platform/context.ts";
import { type Route, route } from "../../../platform/http/route.ts";
import { findPublicBusiness } from "../public-business/index.ts";
import { confirmCode, requestCode } from "./codes.ts";
import { SubmittedCodeInput, Visitor, VisitorCode, VisitorCodeInput, VisitorPeople } from "./schema.ts";
import type { MarkVerified, VisitorSettings } from "./settings.ts";
import { proofHeader, requireVisitor, visitorHeader } from "./visitor.ts";

const tag = "Public";

export function visitorRoutes(
  context: Context,
  settings: VisitorSettings & { readonly markVerified: MarkVerified },
): Route[] {
  const { database, clock } = context;
  const { secret } = settings;
  return [
    route({
      method: "POST",
      path: "/public/businesses/:slug/codes",
      access: { kind: "public" },
      operationId: "requestVisitorCode",
      tag,
      summary: "Request a one-time code by e-mail or text message",
      description:
        "Requires `email`, or `phone_e164` if the business has `codes_by_phone`. The response is the same for known, unknown and blocked contacts. One IP address can request three codes an hour for a contact. After 20 codes in an hour, each further code from the IP address requires a proof of work.",
      body: VisitorCodeInput,
      data: VisitorCode,
      status: 201,
      secretsInPath: ["slug"],
      headers: [proofHeader],
      errors: ["proof_required"],
      run: async ({ params, body, address, sent, storeResponse }) => {
        const from = { address, proof: sent.header(proofHeader.name.toLowerCase()) };
        const data = await requestCode(context, settings, params.slug, body, from);
        return database.transaction(async (tx) => storeResponse(tx, { data }));
      },
    }),
    route({
      method: "POST",
      path: "/public/businesses/:slug/codes/:code",
      access: { kind: "public" },
      operationId: "submitVisitorCode",
      tag,
      summary: "Submit a one-time code",
      description:
        "Returns a visitor token. A code is valid for ten minutes and five attempts and can be used once. If the visitor cannot book online, a correct code returns 403.",
      body: SubmittedCodeInput,
      data: Visitor,
      secretsInPath: ["slug"],
      errors: ["code_invalid", "online_booking_unavailable"],
      perAddressPerMinute: 30,
      run: async ({ params, body, storeResponse }) => {
        const data = await confirmCode(context, settings, params.slug, params.code, body);
        return database.transaction(async (tx) => storeResponse(tx, { data }));
      },
    }),
    route({
      method: "GET",
      path: "/public/businesses/:slug/visitor",
      access: { kind: "public" },
      operationId: "getVisitor",
      tag,
      summary: "Get the verified visitor and the matching clients",
      description: "Returns the clients for whom the visitor can book. The visitor token must be valid.",
      data: VisitorPeople,
      secretsInPath: ["slug"],
      headers: [visitorHeader(true)],
      errors: ["online_booking_unavailable", "unauthenticated"],
      run: async ({ params, sent }) => {
        const { id } = await findPublicBusiness(database, params.slug);
        const { people } = await requireVisitor(database, id, sent, { secret, now: clock.now() });
        return { data: { people: people.map(({ id: ref, first_name }) => ({ ref, first_name })) } };
      },
    }),
  ];
}
