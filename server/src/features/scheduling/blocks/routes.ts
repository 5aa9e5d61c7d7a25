import { zoneNamed } from "@daybook/engine";
import type { Static } from "typebox";
import { type OwnOnly, ownOnly } from "../../../kernel/caller.ts";
import { type FieldProblem, refuseIf } from "../../../kernel/errors.ts";
import { instantOf } from "../../../kernel/instants.ts";
import type { Context } from "../../../platform/context.ts";
import { keyOfCursor, pageOf } from "../../../platform/http/cursor.ts";
import { type Route, route, scoped } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { assertForwards } from "../../../platform/http/window.ts";
import { withSnapshot } from "../snapshot/index.ts";
import { blockRecord } from "./block.ts";
import { createBlocks } from "./createBlocks.ts";
import { removeBlock } from "./removeBlock.ts";
import {
  BlockChanges,
  BlockCreation,
  BlockDeletionQuery,
  BlockInput,
  BlockPage,
  BlockQuery,
  BlockWithConflicts,
} from "./schema.ts";
import { listBlockRows } from "./store.ts";
import { updateBlock } from "./updateBlock.ts";

const tag = "Blocks";

export function blockRoutes(context: Context): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "GET",
      path: "/businesses/:business/blocks",
      access: scoped("appointments:read"),
      operationId: "listBlocks",
      tag,
      summary: "List blocks",
      query: BlockQuery,
      data: BlockPage,
      run: async ({ businessId, caller, query }) => ({
        data: await getBlocks(context, businessId, query, ownOnly(caller, businessId)),
      }),
    }),
    route({
      method: "POST",
      path: "/businesses/:business/blocks",
      access: scoped("appointments:write"),
      operationId: "createBlock",
      tag,
      summary: "Create a block or a series of blocks",
      description:
        "A single block is always created. `conflicts` lists the appointments that it overlaps. A repeated block skips days on which the time is taken.",
      body: BlockInput,
      data: BlockCreation,
      run: ({ businessId, caller, body, storeResponse }) => {
        refuseIf(ownTimeProblems(body, ownOnly(caller, businessId)));
        return withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) =>
            storeResponse(tx, { data: await createBlocks(tx, snapshot, body, clock.now()) }),
          ),
        );
      },
    }),
    route({
      method: "PATCH",
      path: "/businesses/:business/blocks/:block",
      access: scoped("appointments:write"),
      operationId: "updateBlock",
      tag,
      summary: "Update a block",
      description:
        "Moves, resizes or relabels one block. Other blocks of its series do not change. `conflicts` lists the appointments that the block overlaps.",
      body: BlockChanges,
      data: BlockWithConflicts,
      versioned: true,
      run: ({ businessId, caller, params, body, ifMatch, storeResponse }) => {
        const own = ownOnly(caller, businessId);
        const update = { blockId: params.block, changes: body, ifMatch, own, now: clock.now() };
        return withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) => {
            const block = await updateBlock(tx, snapshot, update);
            return storeResponse(tx, { data: block, version: block.version });
          }),
        );
      },
    }),
    route({
      method: "DELETE",
      path: "/businesses/:business/blocks/:block",
      access: scoped("appointments:write"),
      operationId: "deleteBlock",
      tag,
      summary: "Delete a block or the rest of its series",
      query: BlockDeletionQuery,
      data: Deleted,
      run: async ({ businessId, caller, params, query }) => {
        const following = query.following === true;
        const own = ownOnly(caller, businessId);
        return {
          data: await database.transaction((tx) => removeBlock(tx, businessId, params.block, following, own)),
        };
      },
    }),
  ];
}

const DEFAULT_LIMIT = 500;
const DEFAULT_WINDOW_MS = 31 * 86_400_000;

/** Returns problems if a user with the role `staff` blocks a resource or another staff member's time. */
function ownTimeProblems(input: Static<typeof BlockInput>, own: OwnOnly | null): FieldProblem[] {
  if (own === null) return [];
  if (input.resource_id != null)
    return [
      {
        path: "/resource_id",
        message: "is not accepted: users with the role staff can block only their own time",
      },
    ];
  if (input.staff_id == null || input.staff_id.toLowerCase() === own.staffId) return [];
  return [{ path: "/staff_id", message: "must be your own staff id" }];
}

/** Lists the blocks that overlap a window, by start, then id (contract §8). */
async function getBlocks(
  { database, clock }: Context,
  businessId: string,
  query: Static<typeof BlockQuery>,
  own: OwnOnly | null,
) {
  const fromAt = query.from === undefined ? clock.now() : instantOf(query.from);
  const untilAt = query.to === undefined ? fromAt + DEFAULT_WINDOW_MS : instantOf(query.to);
  assertForwards(fromAt, untilAt);
  const listing = { ...query, list: "blocks", businessId };
  const [afterStartsAt, afterId] = keyOfCursor(listing, query.cursor, ["instant", "id"]) ?? [null, null];
  const limit = query.limit ?? DEFAULT_LIMIT;
  const staffId = query.staff_id?.toLowerCase() ?? null;
  if (own !== null && staffId !== null && staffId !== own.staffId) return { items: [], next_cursor: null };
  const found = await database.query(listBlockRows, {
    business_id: businessId,
    locationId: query.location_id ?? null,
    fromAt,
    untilAt,
    staffId: own?.staffId ?? staffId,
    resourceId: query.resource_id ?? null,
    afterStartsAt,
    afterId,
    limit: limit + 1,
  });
  return pageOf(
    listing,
    found,
    limit,
    (row) => [row.starts_at, row.id],
    (row) => blockRecord(row, zoneNamed(row.time_zone)),
  );
}
