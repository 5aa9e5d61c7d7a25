import { ownOnly } from "../../../kernel/caller.ts";
import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route, scoped } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { includeClients } from "../../clients/clients/index.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";
import { queueWaitlistEmail } from "./emails.ts";
import { cancelEntry, createEntry, getEntry, listWaitlist, updateWaiting } from "./entries.ts";
import {
  WaitlistEntry,
  WaitlistEntryChanges,
  WaitlistEntryInput,
  WaitlistOneQuery,
  WaitlistPage,
  WaitlistQuery,
} from "./schema.ts";

const tag = "Waitlist";
const COLLECTION = "/businesses/:business/waitlist";
const ONE = "/businesses/:business/waitlist/:entry";
const readers = scoped("appointments:read");
const writers = appOnly("owner", "manager", "reception", "staff");
const owned = "A user with the role `staff` can only read and create entries that name their staff member.";

/** Returns the waitlist routes for staff. API keys can only read. */
export function waitlistRoutes({ database, clock }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: COLLECTION,
      access: readers,
      operationId: "listWaitlistEntries",
      tag,
      summary: "List waitlist entries",
      description: `Sorted by time of joining. Returns entries with the status \`waiting\` or \`offered\` unless \`status\` is set. ${owned}`,
      query: WaitlistQuery,
      data: WaitlistPage,
      run: async ({ businessId, caller, query: { include, ...query } }) => {
        const page = await listWaitlist(database, businessId, query, ownOnly(caller, businessId));
        const items = await includeClients(database, businessId, page.items, { include, caller });
        return { data: { ...page, items } };
      },
    }),
    route({
      method: "POST",
      path: COLLECTION,
      access: writers,
      operationId: "createWaitlistEntry",
      tag,
      summary: "Create a waitlist entry",
      description: `Also accepts services that cannot be booked online. ${owned}`,
      body: WaitlistEntryInput,
      data: WaitlistEntry,
      status: 201,
      versioned: true,
      run: ({ businessId, caller, body, storeResponse }) =>
        withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) => {
            const making = { own: ownOnly(caller, businessId), now: clock.now() };
            const data = await createEntry(tx, snapshot, body, making);
            await queueWaitlistEmail(tx, { kind: "joined", businessId, entryId: data.id, about: data.id });
            return storeResponse(tx, { data, version: data.version });
          }),
        ),
    }),
    route({
      method: "GET",
      path: ONE,
      access: readers,
      operationId: "getWaitlistEntry",
      tag,
      summary: "Get a waitlist entry",
      query: WaitlistOneQuery,
      data: WaitlistEntry,
      versioned: true,
      run: async ({ businessId, caller, params, query: { include } }) => {
        const found = await getEntry(database, businessId, params.entry, ownOnly(caller, businessId));
        const [data = found] = await includeClients(database, businessId, [found], { include, caller });
        return { data, version: data.version };
      },
    }),
    route({
      method: "PATCH",
      path: ONE,
      access: writers,
      operationId: "updateWaitlistEntry",
      tag,
      summary: "Update a waitlist entry",
      description:
        "The status must be `waiting`. Absent fields keep their values. Setting `appointment_id` changes the status to `booked`.",
      body: WaitlistEntryChanges,
      data: WaitlistEntry,
      versioned: true,
      errors: ["invalid_transition"],
      run: ({ businessId, caller, params, body, ifMatch, storeResponse }) =>
        withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) => {
            const own = ownOnly(caller, businessId);
            const change = { id: params.entry, ifMatch, own, now: clock.now() };
            const data = await updateWaiting(tx, snapshot, body, change);
            return storeResponse(tx, { data, version: data.version });
          }),
        ),
    }),
    route({
      method: "DELETE",
      path: ONE,
      access: writers,
      operationId: "cancelWaitlistEntry",
      tag,
      summary: "Cancel a waitlist entry",
      description:
        "The entry can still be read with the status `cancelled`. Its pending offer is withdrawn. A booked, cancelled or expired entry does not change.",
      data: Deleted,
      versioned: true,
      run: async ({ businessId, caller, params, ifMatch }) => {
        const own = ownOnly(caller, businessId);
        const change = { id: params.entry, ifMatch, own, now: clock.now() };
        await database.transaction((tx) => cancelEntry(tx, businessId, change));
        return { data: { id: params.entry, deleted: true as const } };
      },
    }),
  ];
}
