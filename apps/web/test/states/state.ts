import type { Page } from "playwright-core";
import type { PageOptions, TestSalon } from "../testSalon.ts";

/**
 * A state of the app for the accessibility test. `screens` are the screens in the state: the path in `screens.ts` or, for a
 * page outside a business, the module in `router.tsx`. `dialogs` are the open dialogs by their `name`. A test fails for screens
 * and dialogs without a state.
 */
export interface State {
  readonly name: string;
  readonly screens?: readonly string[];
  readonly dialogs?: readonly string[];
  /** Opens the state and waits until it is visible. */
  readonly open: (salon: TestSalon, options: PageOptions) => Promise<Page>;
}

/** Returns a function that opens a screen by its path below the business and then performs `steps`. */
export function screen(
  path: string | ((salon: TestSalon) => string),
  steps: (page: Page, salon: TestSalon) => Promise<unknown>,
): State["open"] {
  return async (salon, options) => {
    const page = await salon.open(typeof path === "string" ? path : path(salon), options);
    await steps(page, salon);
    return page;
  };
}
