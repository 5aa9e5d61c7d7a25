import type { OperationName } from "@daybook/sdk";
import { Button, type ButtonProps, Tooltip } from "@mantine/core";
import type { MouseEventHandler, ReactNode } from "react";
import { useBlockedReason } from "./useBlockedReason.ts";

type Props = Omit<ButtonProps, "disabled" | "children"> & {
  /** The operation of the write. The button is disabled for users whose role may not call the operation. */
  readonly operation: OperationName;
  /** The text of another reason to disable the button, such as missing input. */
  readonly reason?: string | undefined;
  readonly onClick?: MouseEventHandler<HTMLButtonElement>;
  readonly type?: "button" | "submit";
  readonly "aria-label"?: string;
  readonly children: ReactNode;
};

/**
 * Renders a button that sends a write or opens the form of a write. If the browser is offline, the user's role may not call the operation
 * or `reason` is set, the button is disabled and a tooltip shows the reason.
 */
export function ActionButton({ operation, reason, onClick, ...props }: Props) {
  const blocked = useBlockedReason(operation) ?? reason;
  if (blocked === undefined) return <Button data-operation={operation} onClick={onClick} {...props} />;
  return (
    <Tooltip label={blocked} events={{ hover: true, focus: true, touch: true }}>
      <Button
        data-operation={operation}
        {...props}
        type="button"
        data-disabled
        aria-disabled="true"
        onClick={(event) => event.preventDefault()}
      />
    </Tooltip>
  );
}
