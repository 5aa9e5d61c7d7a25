export { type Actor, asActor, asSystem } from "./actor.ts";
export {
  type Database,
  openDatabase,
  type PooledDatabase,
  type Reader,
  type Transaction,
} from "./database.ts";
export { knownMigrations, migrate, migrateOn, waitForMigrations } from "./migrate.ts";
export * as column from "./statement.ts";
export { declaredStatements, type RowOf, type Statement, statement } from "./statement.ts";
