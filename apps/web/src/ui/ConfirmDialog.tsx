import { shellTexts } from "@daybook/i18n/shell";
import type { OperationName } from "@daybook/sdk";
import { Button, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "../base/language.tsx";
import type { Table } from "../base/queries.ts";
import { ActionButton } from "./ActionButton.tsx";
import { Dialog } from "./Dialog.tsx";
import { DialogActions } from "./DialogActions.tsx";
import { ProblemNote } from "./ProblemNote.tsx";
import { type RunWrite, useWrite } from "./useWrite.ts";

/** Renders a dialog that states the consequences of an action, such as a removal, and asks the user to confirm the action. */
export function ConfirmDialog<Record>({
  name,
  operation,
  changes,
  record,
  title,
  text,
  action,
  run,
  onClose,
  onDone = onClose,
}: {
  readonly name: string;
  readonly operation: OperationName;
  readonly changes: readonly Table[];
  /** The record that the action removes or changes. If undefined, the dialog is closed. */
  readonly record: Record | undefined;
  readonly title: ReactNode;
  readonly text: string;
  readonly action: string;
  readonly run: RunWrite<Record, unknown>;
  readonly onClose: () => void;
  /** Called after the action; default: `onClose`. */
  readonly onDone?: () => void;
}) {
  const t = useText(shellTexts);
  const write = useWrite({
    operation,
    changes,
    run: async (removed: Record, sent) => ({ result: await run(removed, sent) }),
  });
  const confirm = async (removed: Record) => {
    if ((await write.send(removed)) !== undefined) onDone();
  };
  return (
    <Dialog name={name} title={title} size="sm" isOpen={record !== undefined} onClose={onClose}>
      {record !== undefined && (
        <Stack>
          <Text>{text}</Text>
          <ProblemNote error={write.error} onRetry={() => void confirm(record)} />
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <ActionButton
              operation={operation}
              color="red"
              loading={write.isSending}
              onClick={() => void confirm(record)}
            >
              {action}
            </ActionButton>
          </DialogActions>
        </Stack>
      )}
    </Dialog>
  );
}
