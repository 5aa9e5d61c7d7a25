import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useBusiness } from "../base/business.tsx";
import { Icon } from "./Icon.tsx";
import classes from "./Page.module.css";

/** Renders a link to the parent screen. `to` is the path of the parent screen below the business. */
export function BackLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const { id } = useBusiness();
  return (
    <Link to={`/${id}/${to}` as never} className={classes.back}>
      <Icon name="left" size={16} />
      {children}
    </Link>
  );
}
