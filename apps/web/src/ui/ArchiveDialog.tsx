import type { OperationName } from "@daybook/sdk";
import type { ReactNode } from "react";
import { Confirmation } from "./Confirmation.tsx";
import { Dialog } from "./Dialog.tsx";
import type { Write } from "./useWrite.ts";

/** Asks the user to confirm before a record is archived. */
export function ArchiveDialog({
  operation,
  title,
  text,
  action,
  isOpen,
  write,
  onConfirm,
  onClose,
}: {
  readonly operation: OperationName;
  readonly title: ReactNode;
  readonly text: string;
  readonly action: string;
  readonly isOpen: boolean;
  readonly write: Pick<Write<never, unknown>, "isSending" | "error">;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  return (
    <Dialog name="archive" title={title} size="sm" isOpen={isOpen} onClose={onClose}>
      <Confirmation
        operation={operation}
        text={text}
        action={action}
        isSending={write.isSending}
        error={write.error}
        onClose={onClose}
        onConfirm={onConfirm}
      />
    </Dialog>
  );
}
