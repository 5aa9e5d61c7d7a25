/**
 * Matches the semicolons that separate statements, and the texts in which semicolons do not separate statements: strings, quoted names,
 * comments and dollar-quoted bodies.
 */
const PARTS = /;|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$/g;

/**
 * Splits an SQL file at the semicolons that end its statements, because a Citus cluster accepts only one statement in a message
 * that changes the schema. Strings with backslash escapes (`E'…'`), nested comments and SQL bodies without quotes (`begin
 * atomic`) are not supported.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let begin = 0;
  for (const { 0: part, index } of sql.matchAll(PARTS)) {
    if (part !== ";") continue;
    statements.push(sql.slice(begin, index + 1).trim());
    begin = index + 1;
  }
  const rest = sql.slice(begin).trim();
  return rest === "" || isComment(rest) ? statements : [...statements, rest];
}

function isComment(sql: string): boolean {
  return sql.replaceAll(PARTS, (part) => (/^(--|\/\*)/.test(part) ? "" : part)).trim() === "";
}
