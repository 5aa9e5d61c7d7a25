import { Button, Group } from "@mantine/core";
import { hideNotification, showNotification } from "@mantine/notifications";
import type { ReactNode } from "react";

/** How long the undo button is shown. */
export const UNDO_MS = 8_000;

/** Shows a notification of a change with "Undo" for eight seconds. */
export function offerUndo(message: ReactNode, undoText: string, closeText: string, undo: () => void): void {
  const id = crypto.randomUUID();
  showNotification({
    id,
    autoClose: UNDO_MS,
    withBorder: true,
    closeButtonProps: { "aria-label": closeText },
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{message}</span>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            hideNotification(id);
            undo();
          }}
        >
          {undoText}
        </Button>
      </Group>
    ),
  });
}
