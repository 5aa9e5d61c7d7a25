import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import type { SaleInput } from "./queries.ts";

const TYPING_MS = 200;

/**
 * Returns the totals that the server computes for a ticket during editing. Returns the previous totals until the next response arrives. For
 * an open sale, the totals come from a dry run of the request that replaces the sale.
 */
export function useQuote(input: SaleInput | undefined, saleId?: string) {
  const { id: business } = useBusiness();
  const [text] = useDebouncedValue(input === undefined ? "" : JSON.stringify(input), TYPING_MS);
  const quote = useQuery({
    queryKey: [business, "sales", "quote", saleId, text],
    queryFn: async () => {
      const body = JSON.parse(text) as SaleInput;
      if (saleId === undefined) return api.sales.quote({ path: { business }, body });
      return api.sales.replace({ path: { business, sale: saleId }, body, query: { dry_run: true } });
    },
    enabled: text !== "",
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  const isCurrent = input !== undefined && text === JSON.stringify(input) && !quote.isPlaceholderData;
  return { quote: text === "" ? undefined : quote.data, error: quote.error, isCurrent };
}
