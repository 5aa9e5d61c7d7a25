import type { State } from "./state.ts";

export const calendarStates: readonly State[] = [
  {
    name: "the calendar",
    screens: ["calendar"],
    open: async (salon, options) => {
      const page = await salon.open("calendar", options);
      await page.getByRole("heading", { name: "Calendar" }).waitFor();
      return page;
    },
  },
];
