import type { CheckIn, FoundAppointment } from "./api.ts";

/** What the kiosk shows. */
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

/** After how many seconds without input a step warns, and after how many the kiosk starts over. */
export interface IdleLimits {
  readonly warnAfter: number;
  readonly wipeAfter: number;
}

/** The steps that end by themselves, without a warning. */
const FINAL: ReadonlySet<Step["name"]> = new Set(["arrived", "desk", "waiting", "failed"]);

/** Returns the limits of a step; undefined for steps without data of a client. */
export function idleLimitsOf({ name }: Step): IdleLimits | undefined {
  if (name === "welcome") return undefined;
  if (FINAL.has(name)) return { warnAfter: 30, wipeAfter: 30 };
  return name === "forms" ? { warnAfter: 90, wipeAfter: 120 } : { warnAfter: 60, wipeAfter: 90 };
}
