import type { Visit } from "../server/visit.ts";

/** The properties of every step's page. */
export interface PageProps {
  readonly visit: Visit;
  /** The sealed progress for links and forms. */
  readonly sealed: string | undefined;
  /** The choice as hidden inputs. */
  readonly fields: readonly (readonly [string, string])[];
}
