import { type Static, Type } from "typebox";
import {
  CreatedAt,
  described,
  Id,
  input,
  LocalDate,
  line,
  page,
  pageQuery,
  query,
  record,
  UpdatedAt,
} from "../../../platform/http/shapes.ts";

const NotedOn = { ...LocalDate, description: "The date of the note, such as the day of the treatment" };
const Pinned = Type.Boolean({
  description: "Whether the note is listed before all notes that are not pinned",
});

/** The API record of a note about a client (an addition to contract §3). */
export const ClientNote = record("ClientNote", "A dated note of the staff about a client", {
  id: Id,
  client_id: described(Id, "The client"),
  text: Type.String({
    description: "The text of the note",
    examples: ["6.1 + 7.0 (1:1), 6 %, 35 minutes. Roots first."],
  }),
  noted_on: NotedOn,
  pinned: Pinned,
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type ClientNoteRecord = Static<typeof ClientNote>;

export const ClientNotePage = page("ClientNotePage", ClientNote);
export const ClientNoteQuery = query(pageQuery());

const TextInput = line(10_000, "The text of the note", 1);

export const ClientNoteInput = input("ClientNoteInput", "A new note about a client", {
  text: TextInput,
  noted_on: Type.Optional({
    ...NotedOn,
    description: "The date of the note. Without it: the current date in the business's time zone",
  }),
  pinned: Type.Optional({ ...Pinned, default: false }),
});
export type ClientNoteInput = Static<typeof ClientNoteInput>;

export const ClientNoteChanges = input(
  "ClientNoteChanges",
  "Changes to a note. Absent fields stay as they are",
  {
    text: Type.Optional(TextInput),
    noted_on: Type.Optional(NotedOn),
    pinned: Type.Optional(Pinned),
  },
);
export type ClientNoteChanges = Static<typeof ClientNoteChanges>;
