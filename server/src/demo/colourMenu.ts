import { type DemoCategory, type Performer, patchTest } from "./menuShapes.ts";

/** The owner costs more. */
const zoe = (price: number): Performer => ({ who: "zoe", price });

/** Everything that has time to work in. */
export const COLOUR_MENU: DemoCategory = {
  name: "Colour",
  description: "New to us, or a colour after a long time? We need an allergy test at least 48 hours before.",
  services: [
    {
      name: "Root touch-up",
      minutes: [30, 35, 25],
      price: 7200,
      by: [zoe(8200), "soren", { who: "chloe", minutes: 100 }],
      demand: 6,
      only: "women",
      goesWith: ["Long cut"],
      more: patchTest,
    },
    {
      name: "Full colour",
      minutes: [40, 40, 40],
      price: 11500,
      by: [zoe(13200), "soren"],
      demand: 4,
      only: "women",
      goesWith: ["Blow-dry"],
      more: { ...patchTest, price_kind: "from" },
    },
    {
      name: "Highlights",
      minutes: [60, 40, 45],
      price: 14500,
      by: ["soren", zoe(16500)],
      demand: 3,
      only: "women",
      more: { ...patchTest, price_kind: "from", buffer_after_minutes: 10 },
    },
    {
      name: "Balayage",
      minutes: [75, 45, 60],
      price: 18900,
      by: ["soren", zoe(21500)],
      demand: 2,
      only: "women",
      more: {
        ...patchTest,
        price_kind: "from",
        requires_approval: true,
        min_notice_minutes: 1440,
        max_per_day: 2,
        buffer_after_minutes: 10,
      },
    },
    {
      name: "Gloss and toner",
      minutes: [15, 20, 10],
      price: 4500,
      by: ["soren", "chloe", "aylin"],
      demand: 3,
      needs: "wash_station",
    },
    {
      name: "Grey blending",
      minutes: [25, 20, 15],
      price: 5900,
      by: ["mateusz", "soren"],
      demand: 2,
      only: "men",
      more: patchTest,
    },
  ],
};
