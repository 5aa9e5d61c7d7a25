import type { DemoCategory, Performer } from "./menuShapes.ts";

/** The owner costs more. */
const zoe = (price: number): Performer => ({ who: "zoe", price });

/** Cuts, the barber, styling and care. */
export const HAIR_MENU: readonly DemoCategory[] = [
  {
    name: "Cut",
    description: "Every cut begins with a look at your hair together.",
    services: [
      {
        name: "Short cut",
        minutes: 30,
        price: 3500,
        by: [zoe(4500), "aylin", "mateusz", "chloe", "juergen"],
        demand: 9,
        goesWith: ["Beard trim"],
      },
      {
        name: "Long cut",
        minutes: 45,
        price: 5200,
        by: [zoe(6500), "soren", "aylin", "chloe"],
        demand: 7,
        goesWith: ["Deep conditioning"],
      },
      {
        name: "Cut and blow-dry",
        minutes: 60,
        price: 6800,
        by: [zoe(8400), "soren", "aylin", { who: "chloe", minutes: 70 }],
        demand: 9,
        needs: "wash_station",
      },
      {
        name: "Children's cut",
        minutes: 30,
        price: 2200,
        by: ["aylin", "chloe", { who: "juergen", minutes: 20 }],
        demand: 4,
      },
      { name: "Fringe trim", minutes: 15, price: 1200, by: ["zoe", "aylin", "chloe"], demand: 2 },
      {
        name: "Consultation",
        minutes: 15,
        price: 0,
        by: ["zoe", "soren"],
        demand: 1,
        more: { price_kind: "free", description: "Fifteen minutes before a big change." },
      },
    ],
  },
  {
    name: "Barber",
    description: null,
    services: [
      {
        name: "Beard trim",
        minutes: 20,
        price: 1900,
        by: ["mateusz", { who: "juergen", minutes: 25 }],
        demand: 5,
        only: "men",
      },
      {
        name: "Hot towel shave",
        minutes: 40,
        price: 3400,
        by: ["mateusz", "juergen"],
        demand: 4,
        only: "men",
        more: { buffer_after_minutes: 5 },
      },
      {
        name: "Cut and beard",
        minutes: 50,
        price: 4900,
        by: [
          { who: "mateusz", minutes: 45 },
          { who: "juergen", price: 5400 },
        ],
        demand: 8,
        only: "men",
      },
      {
        name: "Buzz cut",
        minutes: 20,
        price: 2200,
        by: ["mateusz", "juergen"],
        demand: 5,
        only: "men",
        goesWith: ["Beard trim"],
        more: { slot_step_minutes: 10 },
      },
    ],
  },
  {
    name: "Styling",
    description: null,
    services: [
      {
        name: "Blow-dry",
        minutes: 35,
        price: 3200,
        by: ["zoe", "soren", "aylin", "chloe"],
        demand: 5,
        only: "women",
        needs: "wash_station",
      },
      {
        name: "Updo",
        minutes: 60,
        price: 7500,
        by: ["zoe", "aylin"],
        demand: 2,
        only: "women",
        more: { buffer_after_minutes: 10 },
      },
      {
        name: "Bridal styling",
        minutes: 120,
        price: 19000,
        by: ["zoe"],
        demand: 1,
        only: "women",
        more: {
          price_kind: "from",
          requires_approval: true,
          min_notice_minutes: 2880,
          max_advance_days: 365,
          buffer_after_minutes: 15,
          description: "With a trial two weeks before.",
        },
      },
    ],
  },
  {
    name: "Hair care",
    description: null,
    services: [
      {
        name: "Deep conditioning",
        minutes: [10, 20, 10],
        price: 3500,
        by: ["aylin", "chloe", "soren"],
        demand: 2,
        needs: "wash_station",
      },
      {
        name: "Bond repair",
        minutes: [15, 20, 15],
        price: 4900,
        by: ["soren", "zoe"],
        demand: 2,
        needs: "wash_station",
      },
      {
        name: "Scalp treatment",
        minutes: 40,
        price: 4200,
        by: ["aylin", "mateusz"],
        demand: 2,
        needs: "wash_station",
      },
    ],
  },
];
