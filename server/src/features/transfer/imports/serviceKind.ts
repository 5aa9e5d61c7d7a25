import { newId } from "../../../kernel/ids.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { businessRecord } from "../../business/businesses/index.ts";
import { menuImports } from "../../business/services/index.ts";
import { staffNames } from "../../business/staff/index.ts";
import type { Batch, Decision, ImportKind } from "./kind.ts";
import { comparable, NamedRecords } from "./namedRecords.ts";
import { type ServiceDecision, servicePlanner } from "./planServices.ts";
import { commonRecord } from "./records.ts";
import type { ImportedRow } from "./rowStore.ts";
import type { ImportRowRecord } from "./schema.ts";
import { type ServiceReader, serviceOf } from "./serviceOf.ts";
import { forgetCategories, forgetServices, listCreatedCategories } from "./serviceStore.ts";
import { SERVICE_TARGETS, type ServiceTarget, suggestedServiceTargets } from "./serviceTargets.ts";
import type { ImportRow } from "./store.ts";
import { unknownOrRepeated } from "./targetProblems.ts";

/** The maximum number of rows in a file, because a booking page loads the whole menu. */
const MAX_ROWS = 2_000;
const REQUIRED = ["name", "duration", "price"];

/** Imports of services, with the categories of the menu. */
export const serviceKind: ImportKind = {
  maxRows: MAX_ROWS,
  rowsPerBatch: 500,
  suggest: async (_reader, _businessId, columns) => suggestedServiceTargets(columns),
  targetProblems: async (_reader, _businessId, targets) => {
    const problems = unknownOrRepeated(targets, new Set(SERVICE_TARGETS));
    if (problems.length === 0 && !REQUIRED.every((target) => targets.includes(target)))
      return [{ path: "/targets", message: "must contain `name`, `duration` and `price`" }];
    return problems;
  },
  planner: async (reader, { businessId, row }) => {
    const plan = await servicePlanner(reader, businessId, await readerOf(reader, businessId, row));
    return async (rows) => (await plan(rows)).map((each) => decisionOf(each, null));
  },
  run: runServices,
  undo: undoServices,
  records: async (reader, businessId, row, rows) => {
    const serviceIds = rows.flatMap(({ cells, service_id }) => (cells === null ? (service_id ?? []) : []));
    const [settings, services] = await Promise.all([
      readerOf(reader, businessId, row),
      menuImports.summaries(reader, businessId, serviceIds),
    ]);
    return rows.map((each) => serviceRowRecord(each, settings, services));
  },
};

async function readerOf(
  reader: Reader,
  businessId: string,
  { columns, targets }: ImportRow,
): Promise<ServiceReader> {
  const [{ currency }, staff] = await Promise.all([
    businessRecord(reader, businessId),
    staffNames(reader, businessId),
  ]);
  return {
    columns,
    targets: targets as readonly (ServiceTarget | null)[],
    currency,
    staff: new NamedRecords(staff),
  };
}

async function runServices(
  tx: Transaction,
  row: ImportRow,
  { businessId, rows, now }: Batch,
): Promise<Decision[]> {
  menuImports.lock(tx, businessId);
  const plan = await servicePlanner(tx, businessId, await readerOf(tx, businessId, row));
  const [known, created, decided] = await Promise.all([
    menuImports.categories(tx, businessId),
    tx.query(listCreatedCategories, { businessId, importId: row.id }),
    plan(rows),
  ]);
  const categoryIds = new Map(known.map(({ id, name }) => [comparable(name), id]));
  const ofImport = new Set(created.map(({ category_id }) => category_id));
  const categories: { readonly id: string; readonly name: string }[] = [];
  const categoryOf = (name: string | null): string | null => {
    if (name === null) return null;
    const existing = categoryIds.get(comparable(name));
    if (existing !== undefined) return existing;
    const id = newId();
    categories.push({ id, name });
    categoryIds.set(comparable(name), id);
    ofImport.add(id);
    return id;
  };
  const categoryIdOf = new Map<ServiceDecision, string | null>();
  const services = decided.flatMap((decision) => {
    const { outcome, serviceId, read } = decision;
    if (outcome !== "created" || serviceId === null || read.service === null) return [];
    const categoryId = categoryOf(read.category);
    categoryIdOf.set(decision, categoryId);
    return [{ id: serviceId, categoryId, service: read.service }];
  });
  await menuImports.create(tx, businessId, { categories, services }, now);
  return decided.map((decision) => {
    const categoryId = categoryIdOf.get(decision) ?? null;
    return decisionOf(decision, categoryId !== null && ofImport.has(categoryId) ? categoryId : null);
  });
}

/** Deletes the services that the rows created, and the categories that the import created and that no longer have services. */
async function undoServices(
  tx: Transaction,
  businessId: string,
  rows: readonly ImportedRow[],
): Promise<void> {
  menuImports.lock(tx, businessId);
  const created = rows.flatMap(({ outcome, service_id, staff_ids }) =>
    outcome === "created" && service_id !== null ? [{ id: service_id, staffIds: staff_ids }] : [],
  );
  const serviceIds = await menuImports.lockUnchanged(tx, businessId, created);
  tx.write(forgetServices, { businessId, serviceIds });
  menuImports.removeServices(tx, businessId, serviceIds);
  const used = [...new Set(rows.flatMap(({ category_id }) => category_id ?? []))];
  const categoryIds = await menuImports.lockEmptyCategories(tx, businessId, used);
  tx.write(forgetCategories, { businessId, categoryIds });
  menuImports.removeCategories(tx, businessId, categoryIds);
}

function decisionOf(
  { rowNumber, outcome, serviceId, read }: ServiceDecision,
  categoryId: string | null,
): Decision {
  const staff_ids = outcome === "created" ? read.staff : [];
  const references = { service_id: serviceId, category_id: categoryId, staff_ids };
  return { rowNumber, outcome, problems: read.problems, references };
}

/** Converts a row to its API record. The values come from the cells of the row or, after the cells were cleared, from the service. */
function serviceRowRecord(
  row: ImportedRow,
  reader: ServiceReader,
  services: Awaited<ReturnType<typeof menuImports.summaries>>,
): ImportRowRecord {
  const common = { ...commonRecord(row), email: null, phone_e164: null, appointment: null };
  const stored = services.get(row.service_id ?? "");
  const read = row.cells === null ? null : serviceOf(row.cells, reader);
  if (read?.service == null) {
    if (stored === undefined) return { ...common, name: read?.name || null, service: null };
    const { id: _id, name, ...service } = stored;
    return { ...common, name, service };
  }
  const { name, price, price_kind, duration_minutes, buffer_before_minutes, buffer_after_minutes } =
    read.service;
  return {
    ...common,
    name,
    service: {
      category: read.category,
      staff: read.staff.flatMap((id) => reader.staff.all.find((one) => one.id === id)?.names[0] ?? []),
      duration_minutes: duration_minutes ?? 0,
      buffer_before_minutes: buffer_before_minutes ?? 0,
      buffer_after_minutes: buffer_after_minutes ?? 0,
      price: price ?? { amount: 0, currency: reader.currency },
      price_kind: price_kind ?? "fixed",
    },
  };
}
