export { type Database, openDatabase, type Reader, type Transaction } from "./database.ts";
export { knownMigrations, migrate } from "./migrate.ts";
export * as column from "./statement.ts";
export { declaredStatements, type RowOf, type Statement, statement } from "./statement.ts";
