export { eraseNotesOf, exportNotes, moveNotes } from "./clientNotes.ts";
export { addImportedNotes, removeImportedNotes } from "./importedNotes.ts";
export { createNote } from "./notes.ts";
export { noteRoutes } from "./routes.ts";
export { ClientNote } from "./schema.ts";
