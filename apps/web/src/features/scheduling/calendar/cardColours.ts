import { CARD_COLOURS, type CardColours, cardOf } from "@daybook/tokens";
import { useComputedColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { servicesQuery } from "./queries.ts";

/** The colours of a card, by its service's category: categories get colours in menu order. */
export function useCardColours(): (serviceId: string) => CardColours {
  const { id } = useBusiness();
  const scheme = useComputedColorScheme("light");
  const { data: services = [] } = useQuery(servicesQuery(id));
  const places = useMemo(() => {
    const categories = [...new Set(services.map(({ category_id }) => category_id))];
    return new Map(
      services.map((service) => [service.id, Math.max(0, categories.indexOf(service.category_id))]),
    );
  }, [services]);
  const palette = useMemo(() => CARD_COLOURS.map((colour) => cardOf(colour, scheme)), [scheme]);
  return useCallback(
    (serviceId) => palette[(places.get(serviceId) ?? 0) % palette.length] as CardColours,
    [palette, places],
  );
}
