import { Type } from "typebox";
import { type EventShape, eventShape, oneOfShapes } from "../../../platform/http/eventShapes.ts";
import { described, Id, record, utc } from "../../../platform/http/shapes.ts";
import { Client } from "./schema.ts";

const ClientIds = record("ClientIds", "The identifier of a client", {
  id: described(Id, "The client"),
});

const DeletedClient = record(
  "DeletedClient",
  "A client who was deleted or merged into another client; the same in both forms",
  {
    id: described(Id, "The deleted client"),
    deleted_at: utc("Time of deletion or merge"),
    merged_into_id: Type.Optional(
      described(Id, "The client that received the records of a merge; absent for a deletion"),
    ),
  },
);

/** The events of clients (contract §7). */
export const clientEvents: readonly EventShape[] = [
  eventShape({ type: "client.created", summary: "A client was created", data: Client, ids: ClientIds }),
  eventShape({
    type: "client.updated",
    summary: "A client was updated, deleted or merged into another client",
    data: oneOfShapes([Client, DeletedClient], "The client, or the deletion"),
    ids: oneOfShapes([ClientIds, DeletedClient], "The id of the client, or the deletion"),
    changed: true,
  }),
];
