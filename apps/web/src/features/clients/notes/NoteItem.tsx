import { clientsTexts } from "@daybook/i18n/clients";
import type { ItemOf } from "@daybook/sdk";
import { ActionIcon, Menu } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useBlockedReason } from "../../../ui/useBlockedReason.ts";
import { useWrite } from "../../../ui/useWrite.ts";
import { NoteForm } from "./NoteForm.tsx";
import classes from "./Notes.module.css";

type ClientNote = ItemOf<"/businesses/{business}/clients/{client}/notes">;

/** Shows a note with its date and a menu of actions. Editing replaces the note with a form. */
export function NoteItem({ note }: { readonly note: ClientNote }) {
  const t = useText(clientsTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const blocked = useBlockedReason("updateClientNote");
  const blockedDelete = useBlockedReason("deleteClientNote");
  const [state, setState] = useState<"shown" | "editing" | "deleting">("shown");
  const path = { business, client: note.client_id, note: note.id };
  const pin = useWrite({
    operation: "updateClientNote",
    changes: ["notes"],
    run: (pinned: boolean, { idempotencyKey }) =>
      api.clients.updateNote({ path, body: { pinned }, idempotencyKey }),
  });
  const date = formats.shortDate(note.noted_on);
  const show = () => setState("shown");
  if (state === "editing")
    return (
      <li>
        <NoteForm client={note.client_id} note={note} onDone={show} />
      </li>
    );
  return (
    <li className={classes.note}>
      <div className={classes.head}>
        <span>
          <b className="numbers">{date}</b>
          {note.pinned && (
            <span className={classes.pinned}>
              <Icon name="check" size={16} />
              {t("notePinned")}
            </span>
          )}
        </span>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={t("noteActions", { date })}>
              <Icon name="more" size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={blocked !== undefined} title={blocked} onClick={() => setState("editing")}>
              {t("noteEdit")}
            </Menu.Item>
            <Menu.Item
              disabled={blocked !== undefined}
              title={blocked}
              onClick={() => void pin.send(!note.pinned)}
            >
              {t(note.pinned ? "noteUnpin" : "notePin")}
            </Menu.Item>
            <Menu.Item
              color="red"
              disabled={blockedDelete !== undefined}
              title={blockedDelete}
              onClick={() => setState("deleting")}
            >
              {t("noteDelete")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      <p className={classes.text}>{note.text}</p>
      <ProblemNote error={pin.error} />
      <ConfirmDialog
        name="deleteNote"
        operation="deleteClientNote"
        changes={["notes"]}
        record={state === "deleting" ? note.id : undefined}
        title={t("noteDeleteTitle")}
        text={t("noteDeleteHint", { date })}
        action={t("noteDelete")}
        run={() => api.clients.deleteNote({ path })}
        onClose={show}
      />
    </li>
  );
}
