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
      description: "`data` is null if the business has no policy. The `ETag` is the version of the policy.",
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
        "Creates a new version for future bookings. Existing bookings keep the version that the client accepted. Identical content creates no version. An absent charge or text means none. An absent flag means false. An absent discount limit takes its default.",
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
      description: "Newest first. The first version is the current one.",
      query: PolicyVersionsQuery,
      data: PolicyPage,
      run: async ({ businessId, query }) => ({ data: await policyVersions(database, businessId, query) }),
    }),
  ];
}
