import type { Visit } from "../server/visit.ts";

/** The properties that every page of a booking step receives. */
export interface PageProps {
  readonly visit: Visit;
  /** The encrypted progress for links and forms. */
  readonly sealed: string | undefined;
  /** The choices as name and value pairs for hidden inputs. */
  readonly fields: readonly (readonly [string, string])[];
}
