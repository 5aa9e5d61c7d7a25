import type { AppFixture } from "./fixture.ts";

/**
 * Returns the HTML of the reference page. The page sends the same requests as the day calendar and draws each appointment as
 * a box with its time and client, without any library. The benchmark counts the boxes by the attribute `data-entry`.
 */
export function barePage({ businessId, locationId, date }: AppFixture): string {
  const api = `/api/v1/businesses/${businessId}`;
  const next = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
  const day = `from=${date}T00:00:00%2B01:00&to=${next}T00:00:00%2B01:00`;
  const paths = [
    `${api}/staff?limit=100`,
    `${api}/locations/${locationId}/shifts?from=${date}&to=${date}`,
    `${api}/appointments?location_id=${locationId}&${day}&limit=500&include=client,first_visit,deposit,client_confirmed_at`,
  ];
  return `<!doctype html><title>Bare</title><body><script type="module">
const read = async (path) => (await (await fetch(path)).json()).data;
const [staff, , appointments] = await Promise.all(${JSON.stringify(paths)}.map(read));
const column = new Map(staff.items.map(({ id }, index) => [id, index]));
const start = Date.parse("${date}T07:00:00Z");
for (const { starts_at, client, items } of appointments.items) {
  const box = document.createElement("div");
  box.dataset.entry = "";
  box.style = \`position:absolute;width:80px;left:\${90 * column.get(items[0].staff_id)}px;top:\${(Date.parse(starts_at) - start) / 60000}px\`;
  box.textContent = starts_at.slice(11, 16) + " " + client.first_name + " " + client.last_name;
  document.body.append(box);
}
</script>`;
}
