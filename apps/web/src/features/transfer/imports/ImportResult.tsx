import { importsTexts } from "@daybook/i18n/imports";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useNow } from "../../../base/businessTime.ts";
import { useInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { Counts } from "./Counts.tsx";
import { KIND_TEXTS } from "./kindTexts.ts";
import type { Import } from "./queries.ts";
import { RowsTable } from "./RowsTable.tsx";

/**
 * Shows the result of an import, a link to a file that lists the problems of its rows, and a button that undoes the import
 * during the first day.
 */
export function ImportResult({ one }: { readonly one: Import }) {
  const t = useText(importsTexts);
  const { id: business, record } = useBusiness();
  const text = useInstantText(record.time_zone);
  const [isAsking, setAsking] = useState(false);
  const now = useNow();
  const { counts, undo_until } = one;
  const isUndoable = undo_until !== null && Date.parse(undo_until) > now();
  return (
    <Stack gap="md">
      <Text role="status">{t(KIND_TEXTS[one.kind].done, { count: counts.created })}</Text>
      <Counts one={one} />
      <Group>
        {counts.with_problems > 0 && (
          <Button
            component="a"
            variant="default"
            href={`/api/v1/businesses/${business}/imports/${one.id}/errors`}
            download="import-problems.csv"
          >
            {t("download")}
          </Button>
        )}
        {isUndoable && (
          <ActionButton operation="undoImport" variant="subtle" color="red" onClick={() => setAsking(true)}>
            {t("undo")}
          </ActionButton>
        )}
        {undo_until !== null && (
          <Text size="sm" c="dimmed">
            {t(isUndoable ? "undoUntil" : "undoEnded", { when: text(undo_until) })}
          </Text>
        )}
      </Group>
      <RowsTable one={one} />
      <ConfirmDialog
        name="undoImport"
        operation="undoImport"
        changes={["settings"]}
        record={isAsking ? one.id : undefined}
        title={t("undoTitle")}
        text={t(KIND_TEXTS[one.kind].undoHint, { count: counts.created })}
        action={t("undoDo")}
        run={(id, { idempotencyKey }) =>
          api.post("/businesses/{business}/imports/{import}/undo", {
            path: { business, import: id },
            idempotencyKey,
          })
        }
        onClose={() => setAsking(false)}
      />
    </Stack>
  );
}
