import { useQuery } from "@tanstack/react-query";
import { idle } from "./whenIdle.ts";

/**
 * Returns a function that formats an E.164 number in the international format, such as `+49 30 23125001`. Until the library is loaded, and
 * for numbers that the library cannot parse, the function returns the number unchanged.
 */
export function usePhoneText(): (number: string) => string {
  const { data: format } = useQuery({
    queryKey: ["phone format"],
    queryFn: async () => {
      // Waits until the page is idle, because evaluating the library (120 kB) would delay the response to a click.
      await idle();
      const { parsePhoneNumberFromString } = await import("libphonenumber-js/min");
      return (number: string) => parsePhoneNumberFromString(number)?.formatInternational() ?? number;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return format ?? unchanged;
}

const unchanged = (number: string) => number;
