import { UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import classes from "./List.module.css";

/**
 * Renders a row of a list: the name, details below it, and a value at the end. The row is a link if `to` is given, otherwise a
 * button that calls `onOpen`.
 */
export function ListRow({
  name,
  about,
  end,
  to,
  onOpen,
}: {
  readonly name: ReactNode;
  readonly about: ReactNode;
  readonly end?: ReactNode;
  readonly to?: string;
  readonly onOpen?: () => void;
}) {
  const content = (
    <>
      <span className={classes.text}>
        <span className={classes.name}>{name}</span>
        <span className={classes.about}>{about}</span>
      </span>
      {end}
      <Icon name="right" size={18} />
    </>
  );
  return (
    <li>
      {to === undefined ? (
        <UnstyledButton className={classes.row} w="100%" onClick={onOpen}>
          {content}
        </UnstyledButton>
      ) : (
        <Link to={to as never} className={classes.row}>
          {content}
        </Link>
      )}
    </li>
  );
}
