import type { ReactNode } from "react";
import classes from "./Page.module.css";

/**
 * Renders a screen with a heading and actions above one column. `panel` is to the right of the column, or full-screen on
 * phones. The heading is also the title of the browser tab.
 */
export function Page({
  title,
  back,
  actions,
  panel,
  isWide = false,
  children,
}: {
  readonly title: string;
  /** A link to the parent screen. */
  readonly back?: ReactNode;
  readonly actions?: ReactNode;
  readonly panel?: ReactNode;
  /** Whether the column is wide enough for a table with many columns. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={classes.page}>
      <title>{`${title} · Daybook`}</title>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: users must be able to scroll by keyboard. */}
      <section className={classes.scroll} aria-labelledby="page-title" tabIndex={0}>
        <div className={classes.column} data-wide={isWide || undefined}>
          {back}
          <div className={classes.head}>
            <h1 id="page-title">{title}</h1>
            <div className={classes.actions}>{actions}</div>
          </div>
          {children}
        </div>
      </section>
      {panel}
    </div>
  );
}
