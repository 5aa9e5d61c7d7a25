import type { Page } from "playwright-core";
import type { PageOptions, TestSalon } from "../testSalon.ts";

/**
 * A state of the app that the accessibility test walks, in light and dark: a screen by its path in `screens.ts`, or a dialog by
 * the `name` it is written with. Every screen and every dialog has at least one; a test fails for one that has none.
 */
export interface State {
  readonly name: string;
  readonly screens?: readonly string[];
  readonly dialogs?: readonly string[];
  /** Opens it and waits until it is shown. */
  readonly open: (salon: TestSalon, options: PageOptions) => Promise<Page>;
}
