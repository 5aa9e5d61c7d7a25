import { calendarTexts } from "@daybook/i18n/calendar";
import { shellTexts } from "@daybook/i18n/shell";
import { ApiError, type Appointment } from "@daybook/sdk";
import { Group, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import classes from "./AppointmentPanel.module.css";
import { NoteConflict } from "./NoteConflict.tsx";

/** A typed note, and the appointment as it was when the user started typing. */
interface Draft {
  readonly text: string;
  readonly on: Appointment;
}

const noteOf = ({ internal_note }: Appointment) => internal_note ?? "";

/**
 * Edits the staff note of an appointment. The save button appears after the first change. If another user has changed the
 * note since the user started typing, shows both notes for the user to choose from.
 */
export function NoteField({ appointment }: { readonly appointment: Appointment }) {
  const t = useText(calendarTexts);
  const shell = useText(shellTexts);
  const { id: business } = useBusiness();
  const [draft, setDraft] = useState<Draft>();
  const [current, setCurrent] = useState<Appointment>();
  const [written, setWritten] = useState<Appointment>();
  // After a save, the response is newer than the calendar's data until the calendar has refetched.
  const newest = written !== undefined && written.version > appointment.version ? written : appointment;
  const text = draft?.text ?? noteOf(newest);
  const write = useWrite({
    operation: "updateAppointmentNote",
    changes: ["appointments"],
    run: async ({ text: typed, on }: Draft, { idempotencyKey }) => {
      const path = { business, appointment: appointment.id };
      const body = { internal_note: typed.trim() === "" ? null : typed };
      try {
        return await api.appointments.updateNote({ path, body, ifMatch: on.version, idempotencyKey });
      } catch (error) {
        if (!(error instanceof ApiError && error.is("version_mismatch"))) throw error;
        const read = await api.appointments.get({ path });
        if (noteOf(read) === noteOf(on))
          return api.appointments.updateNote({ path, body, ifMatch: read.version });
        setCurrent(read);
        throw error;
      }
    },
  });
  const save = async (sent: Draft | undefined) => {
    if (sent === undefined) return;
    const saved = await write.send(sent);
    if (saved === undefined) return;
    setWritten(saved);
    setDraft(undefined);
  };
  return (
    <Stack gap="xs">
      <Textarea
        label={t("note")}
        placeholder={t("noteHint")}
        rows={2}
        classNames={{ input: classes.note }}
        maxLength={10_000}
        value={text}
        onChange={(event) => setDraft({ text: event.currentTarget.value, on: draft?.on ?? newest })}
      />
      {current === undefined || draft === undefined ? (
        <ProblemNote error={write.error} onRetry={() => void save(draft)} />
      ) : (
        <NoteConflict
          theirs={noteOf(current)}
          isSending={write.isSending}
          onMine={() => {
            setCurrent(undefined);
            void save({ text, on: current });
          }}
          onTheirs={() => {
            setWritten(current);
            setCurrent(undefined);
            setDraft(undefined);
            write.clear();
          }}
        />
      )}
      {current === undefined && text !== noteOf(newest) && (
        <Group justify="flex-end">
          <ActionButton
            operation="updateAppointmentNote"
            loading={write.isSending}
            onClick={() => void save(draft)}
          >
            {shell("save")}
          </ActionButton>
        </Group>
      )}
    </Stack>
  );
}
