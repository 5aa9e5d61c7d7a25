import type { Area } from "@daybook/i18n";
import type { OperationName } from "@daybook/sdk";
import type { ComponentType } from "react";
import type { IconName } from "./iconName.ts";

/** The entries of the left rail, in its order. */
export const NAVIGATION = ["calendar", "clients", "sales", "reports", "menu", "team", "settings"] as const;

export type NavigationEntry = (typeof NAVIGATION)[number];

/** A screen below `/app/{business}/`, in chunks of its own. */
export interface Screen {
  /** The path below the business, without slashes around it; `clients/$client` has a parameter. */
  readonly path: string;
  /** Its entry in the rail, which leads to it when `isStart`. */
  readonly entry: NavigationEntry;
  readonly isStart?: boolean;
  readonly icon?: IconName;
  /** Without the right to call it the screen is not offered. */
  readonly needs?: OperationName;
  /** Messages that load with the screen instead of after it. */
  // biome-ignore lint/suspicious/noExplicitAny: areas of all kinds.
  readonly texts: readonly Area<any>[];
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}
