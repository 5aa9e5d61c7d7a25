import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { currentPolicy, policyVersions } from "./readPolicies.ts";
import { MaybePolicy, Policy, PolicyInput, PolicyPage, PolicyVersionsQuery } from "./schema.ts";
import { setPolicy } from "./setPolicy.ts";

const tag = "Policies";
const POLICIES = "/businesses/:business/policies";
const access = appOnly("owner", "manager");

export function policyRoutes({ database, clock }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: POLICIES,
      access,
      operationId: "getPolicy",
      tag,
      summary: "Get the current policy",
      description: "`data` is null without a policy. `ETag` is its version.",
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
        "Creates a new version for future bookings; a booking keeps the version it accepted. The same content again creates no version. An absent charge or text means none, an absent flag false, an absent discount limit the default.",
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
      description: "Newest first; the first one is current.",
      query: PolicyVersionsQuery,
      data: PolicyPage,
      run: async ({ businessId, query }) => ({ data: await policyVersions(database, businessId, query) }),
    }),
  ];
}
