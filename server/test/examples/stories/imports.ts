import { importJobs } from "../../../src/features/transfer/imports/index.ts";
import type { Ids, Stories, StoryContext } from "../story.ts";
import { uploadOf } from "../upload.ts";

const FILE = { kind: "clients", file_name: "clients.csv" };
const TARGETS = [
  "external_id",
  "first_name",
  "last_name",
  "email",
  "phone",
  "note",
  "online_booking_blocked",
];

export const IMPORT_STORIES: Stories = {
  createImport: { body: () => FILE },
  listImports: { before: completed },
  getImport: { before: completed },
  replaceImportMapping: {
    before: uploaded,
    body: () => ({ targets: TARGETS, phone_country: "DE" }),
    refused: { 422: { before: uploaded, body: () => ({ targets: ["first_name"] }) } },
  },
  listImportRows: { before: mapped, query: () => ({ with_problems: "true" }) },
  exportImportErrors: { before: completed },
  runImport: { before: mapped },
  undoImport: { before: completed },
};

/** Uploads a file of clients. Returns the import's id. */
async function uploaded({ server, as, ids }: StoryContext): Promise<Ids> {
  const { headers, payload } = uploadOf("file", FILE, ["text/csv"]);
  const url = `/api/v1/businesses/${ids.business}/imports`;
  const { status, body } = await server.send({
    method: "POST",
    url,
    headers: { ...as("owner"), ...headers },
    payload,
  });
  if (status !== 201) throw new Error(`The upload answered ${status}.`);
  return { import: body.data.id };
}

async function mapped(context: StoryContext): Promise<Ids> {
  const ids = await uploaded(context);
  await context.ask("owner", "PUT", `/imports/${ids.import}/mapping`, { targets: TARGETS });
  return ids;
}

async function completed(context: StoryContext): Promise<Ids> {
  const ids = await mapped(context);
  await context.ask("owner", "POST", `/imports/${ids.import}/run`);
  const [job] = importJobs(context.server);
  await job?.run(new AbortController().signal);
  return ids;
}
