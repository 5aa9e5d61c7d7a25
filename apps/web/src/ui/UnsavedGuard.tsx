import { shellTexts } from "@daybook/i18n/shell";
import { Button, Stack, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useText } from "../base/language.tsx";
import type { Search } from "../base/search.ts";
import { Dialog } from "./Dialog.tsx";
import { DialogActions } from "./DialogActions.tsx";

/**
 * Asks for confirmation before unsaved input is lost: on navigation, when the form's panel closes, and when the tab is closed. The form
 * stays open while the URL has the query parameter `keeps`, with any value or, if `keptValue` is given, with this value.
 */
export function UnsavedGuard({
  isDirty,
  keeps,
  keptValue,
}: {
  readonly isDirty: () => boolean;
  readonly keeps?: string;
  readonly keptValue?: string;
}) {
  const t = useText(shellTexts);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const after = (next.search as Search)[keeps ?? ""];
      const staysOpen = after !== undefined && (keptValue === undefined || after === keptValue);
      return isDirty() && !(staysOpen && current.pathname === next.pathname);
    },
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <Dialog
      name="unsaved"
      title={t("unsavedTitle")}
      size="sm"
      isOpen={status === "blocked"}
      onClose={() => reset?.()}
    >
      <Stack>
        <Text>{t("unsavedHint")}</Text>
        <DialogActions>
          <Button variant="default" data-autofocus onClick={() => reset?.()}>
            {t("keepEditing")}
          </Button>
          <Button color="red" onClick={() => proceed?.()}>
            {t("discard")}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
