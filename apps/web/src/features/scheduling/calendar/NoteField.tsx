import { calendarTexts } from "@daybook/i18n/calendar";
import { shellTexts } from "@daybook/i18n/shell";
import type { Appointment } from "@daybook/sdk";
import { Group, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";

/** Edits the staff note of an appointment. The save button appears after the first change. */
export function NoteField({ appointment }: { readonly appointment: Appointment }) {
  const t = useText(calendarTexts);
  const shell = useText(shellTexts);
  const { id: business } = useBusiness();
  const [note, setNote] = useState<string>();
  const saved = appointment.internal_note ?? "";
  const text = note ?? saved;
  const write = useWrite({
    operation: "updateAppointmentNote",
    changes: ["appointments"],
    run: (internal_note: string | null, { idempotencyKey }) =>
      api.appointments.updateNote({
        path: { business, appointment: appointment.id },
        body: { internal_note },
        idempotencyKey,
      }),
  });
  const save = () => void write.send(text.trim() === "" ? null : text);
  return (
    <Stack gap="xs">
      <Textarea
        label={t("note")}
        placeholder={t("noteHint")}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={10_000}
        value={text}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <ProblemNote error={write.error} onRetry={save} />
      {text !== saved && (
        <Group justify="flex-end">
          <ActionButton operation="updateAppointmentNote" loading={write.isSending} onClick={save}>
            {shell("save")}
          </ActionButton>
        </Group>
      )}
    </Stack>
  );
}
