import { appointmentKind } from "./appointmentKind.ts";
import { clientKind } from "./clientKind.ts";
import type { ImportKind } from "./kind.ts";
import { serviceKind } from "./serviceKind.ts";
import type { ImportRow } from "./store.ts";

/** The kinds of import by their names in the API. */
export const IMPORT_KINDS: Readonly<Record<ImportRow["kind"], ImportKind>> = {
  clients: clientKind,
  services: serviceKind,
  appointments: appointmentKind,
};
