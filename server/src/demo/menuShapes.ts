import type { ServiceInput } from "../features/business/services/index.ts";
import type { StaffKey } from "./team.ts";

/** A member, or a member who takes another time or price (in cents) than the menu says. */
export type Performer =
  | StaffKey
  | { readonly who: StaffKey; readonly minutes?: number; readonly price?: number };

export interface DemoService {
  readonly name: string;
  /** One number, or initial, processing and finishing. */
  readonly minutes: number | readonly [number, number, number];
  /** In cents; 0 is free. */
  readonly price: number;
  readonly by: readonly Performer[];
  /** How often it is asked for, beside the others. */
  readonly demand: number;
  readonly only?: "women" | "men";
  /** What people add to it, on the same chair. */
  readonly goesWith?: readonly string[];
  readonly needs?: "wash_station" | "treatment_room";
  readonly more?: Omit<ServiceInput, "name" | "location_ids" | "staff" | "resources" | "price">;
}

export interface DemoCategory {
  readonly name: string;
  readonly description: string | null;
  readonly services: readonly DemoService[];
}

/** Colour that may cause an allergy. */
export const patchTest = { requires_patch_test: true, buffer_after_minutes: 5 } as const;

/** The owner, who costs more; cents. */
export const zoe = (price: number): Performer => ({ who: "zoe", price });
