import { type DemoCategory, patchTest } from "./menuShapes.ts";

/** Hands, feet and face. */
export const BEAUTY_MENU: readonly DemoCategory[] = [
  {
    name: "Nails",
    description: "Hands and feet, with or without polish.",
    services: [
      { name: "Manicure", minutes: 40, price: 3400, by: ["ines"], demand: 6, goesWith: ["Pedicure"] },
      {
        name: "Gel manicure",
        minutes: 60,
        price: 4800,
        by: ["ines", { who: "nadia", minutes: 75, price: 4400 }],
        demand: 7,
        only: "women",
        more: { buffer_after_minutes: 5 },
      },
      {
        name: "Gel removal",
        minutes: 20,
        price: 1500,
        by: ["ines", "nadia"],
        demand: 2,
        only: "women",
        more: { online_bookable: false },
      },
      {
        name: "Pedicure",
        minutes: 50,
        price: 4500,
        by: ["ines"],
        demand: 4,
        needs: "treatment_room",
        more: { buffer_after_minutes: 10 },
      },
    ],
  },
  {
    name: "Face, brows and lashes",
    description: null,
    services: [
      {
        name: "Brow shaping",
        minutes: 20,
        price: 1800,
        by: ["nadia"],
        demand: 5,
        goesWith: ["Brow and lash tint"],
      },
      {
        name: "Brow and lash tint",
        minutes: 30,
        price: 3200,
        by: ["nadia"],
        demand: 5,
        only: "women",
        more: patchTest,
      },
      {
        name: "Lash lift",
        minutes: 60,
        price: 6500,
        by: ["nadia"],
        demand: 5,
        only: "women",
        needs: "treatment_room",
        more: { ...patchTest, buffer_after_minutes: 10 },
      },
      {
        name: "Classic facial",
        minutes: 60,
        price: 7200,
        by: ["nadia"],
        demand: 6,
        needs: "treatment_room",
        more: {
          buffer_before_minutes: 5,
          buffer_after_minutes: 10,
          description: "Cleansing, peeling, mask and massage.",
        },
      },
    ],
  },
];
