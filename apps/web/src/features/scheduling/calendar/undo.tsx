import { calendarTexts } from "@daybook/i18n/calendar";
import { shellTexts } from "@daybook/i18n/shell";
import { Button, Group } from "@mantine/core";
import { hideNotification, showNotification } from "@mantine/notifications";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { refresh } from "../../../base/queries.ts";

/** The time in milliseconds for which the notification offers to undo a change. */
export const UNDO_MS = 8_000;

/**
 * Returns a function that shows a notification about a change, with an "Undo" button for eight seconds. If the undo fails, for example
 * because the appointment has changed or the earlier time is not free, shows a second notification.
 */
export function useUndo(): (message: string, undo: () => Promise<void>) => void {
  const t = useText(calendarTexts);
  const shell = useText(shellTexts);
  const { id: business } = useBusiness();
  const close = { "aria-label": shell("close") };
  const run = async (undo: () => Promise<void>) => {
    try {
      await undo();
    } catch {
      showNotification({ color: "red", withBorder: true, closeButtonProps: close, message: t("undoFailed") });
    }
    await refresh(business, ["appointments", "blocks"]);
  };
  return (message, undo) => {
    const id = crypto.randomUUID();
    showNotification({
      id,
      autoClose: UNDO_MS,
      withBorder: true,
      closeButtonProps: close,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <span>{message}</span>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              hideNotification(id);
              void run(undo);
            }}
          >
            {shell("undo")}
          </Button>
        </Group>
      ),
    });
  };
}
