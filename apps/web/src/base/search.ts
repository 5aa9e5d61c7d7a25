import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

/** The query of the address, as texts: everything of a screen that a link or reload should keep. */
export type Search = Readonly<Record<string, string>>;

export function useScreenSearch(): readonly [
  Search,
  (patch: Readonly<Record<string, string | undefined>>, options?: { readonly replace?: boolean }) => void,
] {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const change = useCallback(
    (patch: Readonly<Record<string, string | undefined>>, options?: { readonly replace?: boolean }) => {
      const next = (previous: Search) => ({ ...previous, ...patch });
      void navigate({ to: ".", search: next as never, replace: options?.replace ?? false });
    },
    [navigate],
  );
  return [search, change];
}

export function parseSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Without the values that are undefined or empty. */
export function searchText(search: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(search).filter(([, value]) => typeof value === "string" && value !== "");
  const text = new URLSearchParams(entries as [string, string][]).toString();
  return text === "" ? "" : `?${text}`;
}
