import type { Language } from "@daybook/i18n";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { type Kind, type TextsDraft, textsBody } from "./drafts.ts";

/** The pause in typing, in milliseconds, after which the preview is loaded again. */
const PAUSE_MS = 400;

/** Loads a preview of a message from the server. The server renders the texts in the form, including unsaved texts. */
export function useMessagePreview(kind: Kind, language: Language, texts: TextsDraft) {
  const { id: business } = useBusiness();
  const [body] = useDebouncedValue(JSON.stringify({ kind, language, texts: textsBody(texts) }), PAUSE_MS);
  return useQuery({
    queryKey: [business, "settings", "message preview", body],
    placeholderData: keepPreviousData,
    queryFn: () => api.messages.preview({ path: { business }, body: JSON.parse(body) }),
  });
}
