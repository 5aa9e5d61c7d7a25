import { CARD_COLOURS, type CardColours, cardOf, PALETTES } from "@daybook/tokens";
import { useComputedColorScheme } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { servicesQuery, staffQuery } from "../../../base/catalogue.ts";
import type { Entry } from "./entries.ts";
import type { Status } from "./status.ts";

export const COLOUR_SOURCES = ["category", "staff", "status"] as const;
export type ColourSource = (typeof COLOUR_SOURCES)[number];

const { light } = PALETTES;
const STATUS_COLOURS: Readonly<Record<Status, string>> = {
  requested: light.warn,
  booked: light.info,
  arrived: light.good,
  completed: light.inkSoft,
  cancelled: light.inkSoft,
  declined: light.inkSoft,
  no_show: light.bad,
};

/**
 * Returns the property that determines the colours of cards, and a function that changes the property. The browser stores the choice on the
 * device.
 */
export function useColourSource() {
  return useLocalStorage<ColourSource>({
    key: "daybook-card-colours",
    defaultValue: "category",
    getInitialValueInEffect: false,
    deserialize: (text) => COLOUR_SOURCES.find((each) => JSON.stringify(each) === text) ?? "category",
  });
}

/**
 * Returns a function that returns a card's colours. A category, or a staff member without a chosen colour, gets a colour according to its
 * position in the list.
 */
export function useCardColours(): (source: Entry["source"]) => CardColours {
  const { id } = useBusiness();
  const scheme = useComputedColorScheme("light");
  const [colourSource] = useColourSource();
  const { data: services = [] } = useQuery(servicesQuery(id));
  const { data: staff = [] } = useQuery(staffQuery(id));
  const colours = useMemo(() => {
    const ordered = (index: number) => CARD_COLOURS[Math.max(0, index) % CARD_COLOURS.length] as string;
    if (colourSource === "status") return new Map<string, string>(Object.entries(STATUS_COLOURS));
    if (colourSource === "staff")
      return new Map(staff.map((member, index) => [member.id, member.color ?? ordered(index)]));
    const categories = [...new Set(services.map(({ category_id }) => category_id))];
    return new Map(services.map((service) => [service.id, ordered(categories.indexOf(service.category_id))]));
  }, [colourSource, services, staff]);
  const cards = useMemo(() => {
    const fallback = cardOf(CARD_COLOURS[0] as string, scheme);
    return { fallback, of: new Map([...colours].map(([key, colour]) => [key, cardOf(colour, scheme)])) };
  }, [colours, scheme]);
  return useCallback(
    (source) => {
      if (source.kind === "block") return cards.fallback;
      const { appointment, itemId } = source;
      const item = appointment.items.find((each) => each.id === itemId);
      const key = { category: item?.service_id, staff: item?.staff_id, status: appointment.status }[
        colourSource
      ];
      return cards.of.get(key ?? "") ?? cards.fallback;
    },
    [cards, colourSource],
  );
}
