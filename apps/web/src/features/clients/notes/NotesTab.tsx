import { clientsTexts } from "@daybook/i18n/clients";
import type { Client } from "@daybook/sdk";
import { Stack } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { pagedQuery } from "../../../base/pagedQuery.ts";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import { PagedList } from "../../../ui/PagedList.tsx";
import { NoteForm } from "./NoteForm.tsx";
import { NoteItem } from "./NoteItem.tsx";
import classes from "./Notes.module.css";

const PAGE_SIZE = 50;

/** Lists the notes about a client: pinned notes first, then the newest. */
export function NotesTab({ client }: { readonly client: Client }) {
  const t = useText(clientsTexts);
  const { id: business } = useBusiness();
  const list = useInfiniteQuery(
    pagedQuery([business, "notes", client.id], (page) =>
      api.clients.listNotes({ path: { business, client: client.id }, query: { limit: PAGE_SIZE, ...page } }),
    ),
  );
  return (
    <Stack gap="md">
      <NoteForm client={client.id} />
      <PagedList pages={list} empty={<EmptyNote title={t("noNotes")} hint={t("noNotesHint")} />}>
        {(notes) => (
          <ul className={classes.list} aria-label={t("notes")}>
            {notes.map((note) => (
              <NoteItem key={note.id} note={note} />
            ))}
          </ul>
        )}
      </PagedList>
    </Stack>
  );
}
