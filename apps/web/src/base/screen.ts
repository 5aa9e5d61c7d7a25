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

/** A screen below `/app/{business}/`; it is loaded as a separate chunk. */
export interface Screen {
  /** The path below the business without leading and trailing slashes; `clients/$client` has a parameter. */
  readonly path: string;
  /** The rail entry that is highlighted on this screen. The entry links to its screen with `isStart`. */
  readonly entry: NavigationEntry;
  readonly isStart?: boolean;
  readonly icon?: IconName;
  /** The operation that the user's role must be allowed to call; for other roles, the screen is hidden. */
  readonly needs?: OperationName;
  /** The message areas that are loaded together with the screen. */
  // biome-ignore lint/suspicious/noExplicitAny: areas of all kinds.
  readonly texts: readonly Area<any>[];
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /**
   * Loads a function that sends the requests for the screen's data, with the values of the URL's query, before the screen is
   * rendered.
   */
  readonly prefetch?: () => Promise<{
    readonly prefetch: (
      business: string,
      search: Readonly<Record<string, string | undefined>>,
    ) => Promise<void>;
  }>;
}
