import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type AnyStatement, declaredStatements } from "../../../server/src/platform/database/index.ts";
import { sqlIdOf } from "./ids.ts";
import type { BenchSalon } from "./salon.ts";

const run = promisify(execFile);

/** Returns whether pgbench, PostgreSQL's load generator, is installed. Daybook's packages do not include pgbench. */
export async function hasPgbench(): Promise<boolean> {
  return run("pgbench", ["--version"]).then(
    () => true,
    () => false,
  );
}

/** Runs a pgbench script and returns its transactions per second. Throws when a transaction fails. */
export async function transactionsPerSecond(
  connectionString: string,
  script: string,
  options: { connections: number; seconds: number; variables: Readonly<Record<string, string | number>> },
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "daybook-bench-"));
  try {
    const file = join(folder, "script.sql");
    writeFileSync(file, script);
    const defined = Object.entries(options.variables).map(([name, value]) => `--define=${name}=${value}`);
    const { stdout, stderr } = await run("pgbench", [
      "--no-vacuum",
      "--protocol=prepared",
      `--client=${options.connections}`,
      `--time=${options.seconds}`,
      `--file=${file}`,
      ...defined,
      connectionString,
    ]);
    const found = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
    const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? "0";
    if (found === undefined || failed !== "0" || /aborted/.test(stderr))
      throw new Error(`${stdout}${stderr}`);
    return Number(found);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns a script with the server's statement that reads one appointment. */
export function readOneScript(salon: BenchSalon, appointments: number): string {
  return `\\set number random(1, ${appointments})
${filledIn("appointments_read", {
  business_id: `'${salon.businessId}'::uuid`,
  id: sqlIdOf(salon.number, "appointment", ":number::bigint"),
})};
`;
}

/**
 * Returns one of the server's statements as a single line. Replaces its parameters with SQL expressions: by name if the
 * statement names its parameters, otherwise by position. Throws when a value is missing.
 */
export function filledIn(name: string, values: readonly string[] | Readonly<Record<string, string>>): string {
  const statement = declaredStatements().find((one) => one.name === name);
  if (statement === undefined) throw new Error(`the server has no statement ${name}`);
  const list = isPositional(values) ? values : parameterNames(statement).map((param) => values[param]);
  if (isPositional(values) && Object.keys(statement.params).length > 0)
    throw new Error(`the statement ${name} names its parameters: pass its values by name`);
  return statement.text
    .replace(/\$(\d+)/g, (parameter, number) => {
      const value = list[Number(number) - 1];
      if (value === undefined) throw new Error(`the statement ${name} has no value for ${parameter}`);
      return `(${value})`;
    })
    .replace(/\s+/g, " ");
}

function isPositional(values: readonly string[] | object): values is readonly string[] {
  return Array.isArray(values);
}

/**
 * Returns the names of a statement's parameters by position. Only `valuesOf` defines the order, so a proxy records the
 * names that `valuesOf` reads.
 */
function parameterNames(statement: AnyStatement): string[] {
  const names: string[] = [];
  const recorder = new Proxy(
    {},
    {
      get: (_, param) => {
        names.push(String(param));
        return null;
      },
    },
  );
  statement.valuesOf(recorder as never);
  return names;
}
