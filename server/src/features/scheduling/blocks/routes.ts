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
import { BlockCreation, BlockDeletionQuery, BlockInput, BlockPage, BlockQuery } from "./schema.ts";
import { listBlocks } from "./store.ts";

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
      summary: "Create a block",
      description:
        "A single block is always created, also over appointments, which are listed in `conflicts`. A repeated block skips days whose time is taken.",
      body: BlockInput,
      data: BlockCreation,
      run: ({ businessId, caller, body, storeResponse }) => {
        refuseIf(foreignTime(body, ownOnly(caller, businessId)));
        return withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) =>
            storeResponse(tx, { data: await createBlocks(tx, snapshot, body, clock.now()) }),
          ),
        );
      },
    }),
    route({
      method: "DELETE",
      path: "/businesses/:business/blocks/:block",
      access: scoped("appointments:write"),
      operationId: "deleteBlock",
      tag,
      summary: "Delete a block",
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

const NORMAL_LIMIT = 500;
const NORMAL_WINDOW = 31 * 86_400_000;

/** A member of the staff blocks their own time; a resource is everybody's. */
function foreignTime(wish: Static<typeof BlockInput>, own: OwnOnly | null): FieldProblem[] {
  if (own === null) return [];
  if (wish.resource_id != null) return [{ path: "/resource_id", message: "is not yours to block" }];
  if (wish.staff_id == null || wish.staff_id.toLowerCase() === own.staffId) return [];
  return [{ path: "/staff_id", message: "must be yourself: others are blocked by reception" }];
}

/** Blocks that overlap a window, by start, then id (contract §8). */
async function getBlocks(
  { database, clock }: Context,
  businessId: string,
  query: Static<typeof BlockQuery>,
  own: OwnOnly | null,
) {
  const fromAt = query.from === undefined ? clock.now() : instantOf(query.from);
  const untilAt = query.to === undefined ? fromAt + NORMAL_WINDOW : instantOf(query.to);
  assertForwards(fromAt, untilAt);
  const listing = { ...query, list: "blocks", businessId };
  const key = keyOfCursor(listing, query.cursor, ["instant", "id"]);
  const limit = query.limit ?? NORMAL_LIMIT;
  const staffId = query.staff_id?.toLowerCase() ?? null;
  // Somebody else's are not theirs to see: the list has none.
  if (own !== null && staffId !== null && staffId !== own.staffId) return { items: [], next_cursor: null };
  const found = await listBlocks(database, businessId, {
    locationId: query.location_id ?? null,
    fromAt,
    untilAt,
    staffId: own?.staffId ?? staffId,
    resourceId: query.resource_id ?? null,
    after: key === null ? null : { startsAt: key[0], id: key[1] },
    limit: limit + 1,
  });
  return pageOf(
    listing,
    found,
    limit,
    ({ block }) => [block.startsAt, block.id],
    ({ block, timeZone }) => blockRecord(block, zoneNamed(timeZone)),
  );
}
