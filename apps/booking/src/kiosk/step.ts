import type { CheckIn, FoundAppointment } from "./api.ts";

/** A step of the kiosk with the data that its screen needs. */
export type Step =
  | { readonly name: "welcome" }
  | { readonly name: "phone" }
  | { readonly name: "choose"; readonly appointments: readonly FoundAppointment[] }
  | { readonly name: "forms"; readonly token: string; readonly checkIn: CheckIn }
  | { readonly name: "arrived"; readonly checkIn: CheckIn }
  | { readonly name: "desk" }
  | { readonly name: "locked" }
  | { readonly name: "walkIn" }
  | { readonly name: "waiting"; readonly nextStartsAt: string | null }
  | { readonly name: "staff" }
  | { readonly name: "failed" };

export const WELCOME: Step = { name: "welcome" };

/** The seconds without input after which a step shows a warning (`warnAfter`), and the kiosk starts over (`wipeAfter`). */
export interface IdleLimits {
  readonly warnAfter: number;
  readonly wipeAfter: number;
}

/** The final steps. In these steps, the kiosk starts over 30 seconds after the last input, without a warning. */
const FINAL: ReadonlySet<Step["name"]> = new Set(["arrived", "desk", "waiting", "failed"]);

/** Returns the idle limits of a step; undefined for the welcome step, which shows no client data. */
export function idleLimitsOf({ name }: Step): IdleLimits | undefined {
  if (name === "welcome") return undefined;
  if (FINAL.has(name)) return { warnAfter: 30, wipeAfter: 30 };
  return name === "forms" ? { warnAfter: 90, wipeAfter: 120 } : { warnAfter: 60, wipeAfter: 90 };
}
