import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

/** The URL's query parameters as strings. The URL contains all state of a screen that must survive a reload or be shareable. */
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

/** Converts parameters to a query string. Omits undefined and empty values. */
export function searchText(search: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(search).filter(([, value]) => typeof value === "string" && value !== "");
  const text = new URLSearchParams(entries as [string, string][]).toString();
  return text === "" ? "" : `?${text}`;
}
