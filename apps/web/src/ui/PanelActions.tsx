import type { ReactNode } from "react";
import classes from "./SidePanel.module.css";

/** Shows the buttons of a long form at the lower edge of its panel, so that saving needs no scrolling. */
export function PanelActions({ children }: { readonly children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
