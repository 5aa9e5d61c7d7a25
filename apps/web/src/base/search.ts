import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

/** The URL's query parameters as strings. The URL contains all state of a screen that must survive a reload or be shareable. */
export type Search = Readonly<Record<string, string>>;

/** Changes query parameters of the URL. Removes the parameters whose new value is undefined. */
export type ChangeSearch = (
  patch: Readonly<Record<string, string | undefined>>,
  options?: { readonly replace?: boolean },
) => void;

export function useScreenSearch(): readonly [Search, ChangeSearch] {
  return [useSearch({ strict: false }) as Search, useChangeSearch()];
}

/** Returns the query parameters except `name`. The component does not render again when only `name` changes. */
export function useSearchWithout(name: string): Search {
  return useSearch({
    strict: false,
    structuralSharing: true,
    select: ({ [name]: _, ...others }: Search) => others,
  });
}

/** Returns a value computed from the query parameters. Renders the component again only when this value changes. */
export function useSearchValue(select: (search: Search) => string | undefined): string | undefined {
  return useSearch({ strict: false, select: (search: Search) => select(search) });
}

export function useChangeSearch(): ChangeSearch {
  const navigate = useNavigate();
  return useCallback(
    (patch, options) => {
      const next = (previous: Search) => ({ ...previous, ...patch });
      void navigate({ to: ".", search: next as never, replace: options?.replace ?? false });
    },
    [navigate],
  );
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
