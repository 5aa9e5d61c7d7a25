import type { Page } from "playwright-core";
import type { PageOptions, TestSalon } from "../testSalon.ts";

/**
 * A state of the app for the accessibility test: a screen by its path in `screens.ts` or, for
 * pages outside a business, by its module in `router.tsx`; or a dialog by its `name`. A test fails for screens and dialogs without a state.
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
