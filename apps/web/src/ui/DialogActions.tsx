import type { ReactNode } from "react";
import classes from "./Dialog.module.css";

/** Shows the buttons of a dialog in one line, the main button last. On phones, the buttons fill the width of the dialog. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
