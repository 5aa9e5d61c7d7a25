import type { Stories } from "../story.ts";

const EUR = (amount: number) => ({ amount, currency: "EUR" });

export const MENU_STORIES: Stories = {
  createService: {
    body: ({ category, location, staff, ben }) => ({
      name: "Head spa",
      description: "Scalp massage, mask and steam in the quiet room.",
      category_id: category,
      duration_minutes: 45,
      buffer_after_minutes: 15,
      price: EUR(5500),
      location_ids: [location],
      resources: [{ type: "room", count: 1 }],
      staff: [{ staff_id: staff }, { staff_id: ben, duration_minutes: 60, price: EUR(4900) }],
    }),
  },
  updateService: { body: () => ({ price: EUR(6500), max_per_day: 8 }) },
  createServiceCategory: { body: () => ({ name: "Bridal", description: "By arrangement.", position: 3 }) },
  updateServiceCategory: { body: () => ({ name: "Cuts" }) },
  createTaxRate: { body: () => ({ name: "Reduced VAT", percent: 7, included: true }) },
  updateTaxRate: { body: () => ({ percent: 16 }) },
};
