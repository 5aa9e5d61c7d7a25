import type { Visit } from "../server/visit.ts";

/** The properties that the page of every step receives. */
export interface PageProps {
  readonly visit: Visit;
  /** The sealed progress for links and forms. */
  readonly sealed: string | undefined;
  /** The choice as name and value pairs for hidden inputs. */
  readonly fields: readonly (readonly [string, string])[];
}
