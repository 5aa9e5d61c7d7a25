import type { Client } from "@daybook/sdk";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "./api.ts";
import { useBusiness } from "./business.tsx";

const MIN_CHARACTERS = 2;

/** Searches clients by name, phone number or e-mail address once two characters are typed. `isOff` disables the search. */
export function useClientSearch(isOff = false) {
  const { id: business } = useBusiness();
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 120);
  const {
    data: found = [],
    isFetching,
    isPlaceholderData,
  } = useQuery({
    queryKey: [business, "clients", "search", q],
    queryFn: async () => (await api.clients.list({ path: { business }, query: { q, limit: 8 } })).items,
    enabled: q.length >= MIN_CHARACTERS && !isOff,
    placeholderData: (previous: Client[] | undefined) => previous,
  });
  return {
    typed,
    setTyped,
    found,
    isFetching,
    isSearching: typed.trim().length >= MIN_CHARACTERS,
    /** Whether `found` contains the results for the typed text. */
    isCurrent: q === typed.trim() && !isFetching && !isPlaceholderData,
  };
}

/**
 * Returns a client's name with the phone number, or with the e-mail address if the client has no phone number, to distinguish clients with
 * the same name.
 */
export function clientLabel({ first_name, last_name, phone_e164, email }: Client): string {
  const name = [first_name, last_name].filter(Boolean).join(" ");
  return [name, phone_e164 ?? email].filter(Boolean).join(" · ");
}
