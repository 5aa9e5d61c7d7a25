import { definition } from "./definition.js";
import { callBusiness, readList } from "./requests.js";

const DAY_MS = 24 * 60 * 60 * 1000;
/** The dropdown of appointments begins this number of days before now. */
const DAYS_BEFORE = 1;
const DAYS_AFTER = 31;
const MAX_LOCATIONS = 10;
const MAX_APPOINTMENTS = 200;

/** Returns a hidden trigger that fills a dropdown with the ids and names of records. */
function listOf({ key, noun, label, description, sample }, perform) {
  return {
    key,
    noun,
    display: { label, description, hidden: true },
    operation: {
      type: "polling",
      perform,
      sample,
      outputFields: [{ key: "id" }, { key: "name" }],
    },
  };
}

const recordsOf = ({ path, name, searched }) =>
  async function readRecords(z, bundle) {
    const query = searched && bundle.inputData?.q ? { q: bundle.inputData.q } : {};
    const items = await readList(z, bundle, path, query);
    return items.map((item) => ({
      ...item,
      name: name
        .map((field) => item[field] ?? "")
        .join(" ")
        .trim(),
    }));
  };

/** Returns the appointments from yesterday to 31 days from now, ordered by start, with the names of the client and services. */
async function readAppointments(z, bundle) {
  const from = new Date(Date.now() - DAYS_BEFORE * DAY_MS).toISOString();
  const to = new Date(Date.now() + DAYS_AFTER * DAY_MS).toISOString();
  const query = { from, to, include: "client", limit: MAX_APPOINTMENTS };
  const { items: locations } = await callBusiness(z, bundle, {
    path: "/locations",
    query: { limit: MAX_LOCATIONS },
  });
  const pages = [];
  for (const { id } of locations)
    pages.push(
      await callBusiness(z, bundle, { path: "/appointments", query: { ...query, location_id: id } }),
    );
  const appointments = pages.flatMap(({ items }) => items);
  // Sorts the appointments, because each page contains the appointments of one location.
  appointments.sort((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at));
  return appointments.map((one) => ({ ...one, name: appointmentName(one) }));
}

function appointmentName({ starts_at, client, items }) {
  const person = [client?.first_name, client?.last_name].filter(Boolean).join(" ");
  const services = items.map(({ service_name }) => service_name).join(", ");
  return [starts_at.slice(0, 16).replace("T", " "), person, services].filter(Boolean).join(" · ");
}

/** Returns the resources of all locations, such as rooms. */
async function readResources(z, bundle) {
  const locations = await readList(z, bundle, "/locations");
  return locations.flatMap(({ name: location, resources }) =>
    resources.map(({ id, name }) => ({ id, name: `${name} · ${location}` })),
  );
}

const onlyHere = (key, noun, perform) => {
  const label = `${noun}s`;
  const description = `Triggers when the list of ${label.toLowerCase()} is read for a dropdown.`;
  const sample = { id: "019df1d2-8940-7632-9c8c-c0e9d990c1c1", name: noun };
  return listOf({ key, noun, label, description, sample }, perform);
};

export const lists = {
  ...Object.fromEntries(definition.lists.map((list) => [list.key, listOf(list, recordsOf(list))])),
  appointments_list: onlyHere("appointments_list", "Appointment", readAppointments),
  resources_list: onlyHere("resources_list", "Resource", readResources),
};
