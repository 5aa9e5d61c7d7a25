import { shellTexts } from "@daybook/i18n/shell";
import type { OperationName } from "@daybook/sdk";
import { Button, Stack, Text } from "@mantine/core";
import { useText } from "../base/language.tsx";
import { ActionButton } from "./ActionButton.tsx";
import { DialogActions } from "./DialogActions.tsx";
import { ProblemNote } from "./ProblemNote.tsx";

/** Renders the content of a dialog that confirms a removal: the consequences, and a button that performs the removal. */
export function Confirmation({
  operation,
  text,
  action,
  isSending,
  error,
  onConfirm,
  onClose,
}: {
  readonly operation: OperationName;
  readonly text: string;
  readonly action: string;
  readonly isSending: boolean;
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const t = useText(shellTexts);
  return (
    <Stack>
      <Text>{text}</Text>
      <ProblemNote error={error} onRetry={onConfirm} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t("cancel")}
        </Button>
        <ActionButton operation={operation} color="red" loading={isSending} onClick={onConfirm}>
          {action}
        </ActionButton>
      </DialogActions>
    </Stack>
  );
}
