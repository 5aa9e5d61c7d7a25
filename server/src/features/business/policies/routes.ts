import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { currentPolicy, policyVersions } from "./readPolicies.ts";
import { MaybePolicy, Policy, PolicyInput, PolicyPage, PolicyVersionsQuery } from "./schema.ts";
import { setPolicy } from "./setPolicy.ts";

const tag = "Policies";
const POLICIES = "/businesses/:business/policies";
const access = appOnly("owner", "manager");

/** What the business asks of those who book (app-operations). */
export function policyRoutes({ database, clock }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: POLICIES,
      access,
      operationId: "getPolicy",
      tag,
      summary: "Get the current policy",
      description: "`data` is null while there is none. `ETag` is its version.",
      data: MaybePolicy,
      versioned: true,
      run: async ({ businessId }) => {
        const policy = await currentPolicy(database, businessId);
        return { data: policy, ...(policy === null ? {} : { version: policy.version }) };
      },
    }),
    route({
      method: "PUT",
      path: POLICIES,
      access,
      operationId: "replacePolicy",
      tag,
      summary: "Replace the policy",
      description:
        "For the bookings from now on: each is a new version, and a booking is held to the one that was in force when it was made. The same content again stays the version it is. What is absent is nothing, or off.",
      body: PolicyInput,
      data: Policy,
      versioned: true,
      run: ({ businessId, body, ifMatch }) =>
        database.transaction(async (tx) => {
          const policy = await setPolicy(tx, businessId, body, { now: clock.now(), ifMatch });
          return { data: policy, version: policy.version };
        }),
    }),
    route({
      method: "GET",
      path: `${POLICIES}/versions`,
      access,
      operationId: "listPolicyVersions",
      tag,
      summary: "List policy versions",
      description: "Newest first; the first is the one in force.",
      query: PolicyVersionsQuery,
      data: PolicyPage,
      run: async ({ businessId, query }) => ({ data: await policyVersions(database, businessId, query) }),
    }),
  ];
}
