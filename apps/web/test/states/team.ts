import type { TestSalon } from "../testSalon.ts";
import { type State, screen } from "./state.ts";

export const teamStates: readonly State[] = [
  {
    name: "the team",
    screens: ["team"],
    open: screen("team", (page) => page.getByRole("link", { name: /^Anna/ }).waitFor()),
  },
  {
    name: "a new team member",
    open: screen("team?new=1", (page) => page.getByLabel("Colour in the calendar").waitFor()),
  },
  {
    name: "working hours that overlap",
    screens: ["team/$staff"],
    open: screen(
      (salon) => `team/${salon.salon.ben}`,
      async (page) => {
        await page.getByRole("button", { name: "Add hours on Monday" }).click();
        await page.getByLabel("Monday, start 2").fill("17:00");
        await page.getByText("These hours overlap.").waitFor();
      },
    ),
  },
  {
    name: "appointments outside of new hours",
    dialogs: ["hoursAffected"],
    open: async (salon, options) => {
      await bookForBen(salon);
      const page = await salon.open(`team/${salon.salon.ben}`, options);
      for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"])
        await page.getByRole("button", { name: `Remove hours 1 on ${day}` }).click();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("dialog").getByText("They stay booked").waitFor();
      return page;
    },
  },
  {
    name: "time off over an appointment",
    dialogs: ["timeOffAffected"],
    open: async (salon, options) => {
      const at = await bookForBen(salon);
      const page = await salon.open(`team/${salon.salon.ben}?tab=time-off`, options);
      await page.getByLabel("From", { exact: true }).fill(at.slice(0, 10));
      await page.getByRole("button", { name: "Add time off" }).click();
      await page.getByRole("dialog").getByText("They stay booked").waitFor();
      return page;
    },
  },
  {
    name: "removing time off",
    dialogs: ["removeTimeOff"],
    open: screen(
      (salon) => `team/${salon.salon.anna}?tab=time-off`,
      async (page, salon) => {
        const day = new Date(salon.clock.now() + 200 * 86_400_000).toISOString().slice(0, 10);
        await page.getByLabel("From", { exact: true }).fill(day);
        await page.getByRole("button", { name: "Add time off" }).click();
        await page.getByRole("button", { name: "Remove" }).first().click();
        await page.getByRole("dialog", { name: "Remove this time off?" }).waitFor();
      },
    ),
  },
];

/** Books an appointment with Ben once per salon. Returns the start of the appointment. */
async function bookForBen(salon: TestSalon): Promise<string> {
  const { businessId, ben, clientId, cut, key, locationId } = salon.salon;
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(`${salon.address}/api/v1/businesses/${businessId}/${path}`, {
      ...init,
      headers,
    });
    return ((await answer.json()) as { data: Record<string, unknown> }).data;
  };
  const day = (days: number) => new Date(salon.clock.now() + days * 86_400_000).toISOString().slice(0, 10);
  const query = `location_id=${locationId}&from=${day(1)}T00:00:00Z&to=${day(30)}T00:00:00Z`;
  const { items: booked } = (await call(`appointments?${query}&staff_id=${ben}`)) as {
    items: { starts_at: string }[];
  };
  const [known] = booked;
  if (known !== undefined) return known.starts_at;
  // Books an appointment at noon in Berlin, on the first of three days that is not on a weekend.
  const date =
    [3, 4, 5].map(day).find((each) => ![0, 6].includes(new Date(`${each}T00:00:00Z`).getUTCDay())) ?? "";
  const starts_at = `${date}T12:00:00+02:00`;
  const body = {
    location_id: locationId,
    client_id: clientId,
    starts_at,
    items: [{ service_id: cut, staff_id: ben }],
  };
  const made = await call("appointments", { method: "POST", body: JSON.stringify(body) });
  if (made?.starts_at === undefined) throw new Error("Ben was not booked.");
  return starts_at;
}
