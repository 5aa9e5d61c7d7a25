import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import type { SaleInput } from "./queries.ts";

const TYPING_MS = 200;

/** Returns the totals that the server computes for a ticket while it is edited; the last ones remain until the next arrive. */
export function useQuote(input: SaleInput | undefined) {
  const { id: business } = useBusiness();
  const [text] = useDebouncedValue(input === undefined ? "" : JSON.stringify(input), TYPING_MS);
  const quote = useQuery({
    queryKey: [business, "sales", "quote", text],
    queryFn: () => api.sales.quote({ path: { business }, body: JSON.parse(text) as SaleInput }),
    enabled: text !== "",
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  const isCurrent = input !== undefined && text === JSON.stringify(input) && !quote.isPlaceholderData;
  return { quote: text === "" ? undefined : quote.data, error: quote.error, isCurrent };
}
