import type { Area } from "@daybook/i18n";
import type { OperationName } from "@daybook/sdk";
import type { ComponentType } from "react";
import type { IconName } from "./iconName.ts";

/** The entries of the left rail, in display order. */
export const NAVIGATION = [
  "calendar",
  "clients",
  "sales",
  "waitlist",
  "reports",
  "menu",
  "team",
  "settings",
] as const;

export type NavigationEntry = (typeof NAVIGATION)[number];

/** A screen below `/app/{business}/`, loaded as a separate chunk. */
export interface Screen {
  /** The path below the business, without leading and trailing slashes. `$` marks a parameter, as in `clients/$client`. */
  readonly path: string;
  /** The rail entry to highlight on this screen. The rail entry links to the screen with `isStart`. */
  readonly entry: NavigationEntry;
  readonly isStart?: boolean;
  readonly icon?: IconName;
  /** The operation that the user's role must be allowed to call. Users with other roles cannot use the screen (`ForRoles`). */
  readonly needs?: OperationName;
  /** The message areas to load with the screen. */
  // biome-ignore lint/suspicious/noExplicitAny: areas of all kinds.
  readonly texts: readonly Area<any>[];
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /**
   * Requests the data of the screen, given the URL's query parameters, before the screen is rendered. Resolves when all requests have been
   * sent, with the promises of the responses.
   */
  readonly prefetch?: (
    business: string,
    search: Readonly<Record<string, string | undefined>>,
  ) => Promise<readonly Promise<void>[]>;
}
