export { type Actor, asActor, asSystem } from "./actor.ts";
export type { Columns, RowOf, ValuesOf } from "./column.ts";
export * as column from "./column.ts";
export {
  type Database,
  type DatabaseOptions,
  openDatabase,
  type PooledDatabase,
  type Reader,
  type Transaction,
} from "./database.ts";
export { DATABASE_NOW } from "./databaseNow.ts";
export { isDryRun } from "./dryRun.ts";
export { EXPORT_PAGE_SIZE, inPages } from "./inPages.ts";
export { knownMigrations, migrate, migrateOn, waitForMigrations } from "./migrate.ts";
export { outdatedKind, requiring } from "./outdated.ts";
export { pageParams } from "./pageParams.ts";
export { pagesOfClient } from "./pagesOfClient.ts";
export { findPooler, type PoolerUse } from "./pooler.ts";
export { primaryReads, type ReplicaReads, replicaReads } from "./replica.ts";
export { archiveRow, deleteRow, deleteSome, findIds, selectWhere, updateWhere } from "./rowStatements.ts";
export { splitStatements } from "./splitStatements.ts";
export { type AnyStatement, declaredStatements, type Statement, statement } from "./statement.ts";
export {
  assignments,
  computedView,
  declaredTables,
  deleteWhere,
  insertInto,
  insertRows,
  list,
  nullsOf,
  omit,
  parameters,
  pick,
  prefixed,
  recordset,
  table,
  updateRow,
  type View,
  view,
  withoutViews,
} from "./table.ts";
export { describeOrphans, findOrphans, UNCHECKED_REFERENCES } from "./uncheckedReferences.ts";
