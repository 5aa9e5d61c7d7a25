import { readFileSync, writeFileSync } from "node:fs";
import type { TSchema } from "typebox";
import { beforeAll, expect, test } from "vitest";
import { isKeyText } from "../../src/features/access/api-keys/keyText.ts";
import { publishedEvents } from "../../src/features/webhooks/index.ts";
import type { ErrorCode } from "../../src/kernel/errors.ts";
import { PUBLISHED_ERRORS } from "../../src/platform/http/publishedErrors.ts";
import type { RecordedExamples, RecordedRefusal } from "../../src/platform/http/recordedExamples.ts";
import { checkOf } from "../../src/platform/http/validation.ts";
import { isFullRun } from "../fullRun.ts";
import { operations } from "./operations.ts";
import { recordAll } from "./recordAll.ts";
import { RECORDED_AT } from "./recordingApp.ts";
import { OPAQUE } from "./scrub.ts";

const FILE = new URL("../../../docs/examples.json", import.meta.url);
const HOW = "record the examples anew: npm run describe -- --record";

const all = operations();
let recorded: RecordedExamples;
let committed: RecordedExamples;
beforeAll(async () => {
  const read = (): RecordedExamples => JSON.parse(readFileSync(FILE, "utf8"));
  const isNew = process.env.RECORD !== undefined;
  // A full run records each operation on its own copy of the salon.
  recorded = await recordAll(isNew || isFullRun ? undefined : read());
  if (isNew) writeFileSync(FILE, `${JSON.stringify(recorded, null, 1)}\n`);
  committed = read();
}, 600_000);

test("the examples equal the current responses of the server, for every operation", () => {
  const ids = all.map(({ operationId }) => operationId);
  const missing = ids.filter((id) => committed.operations[id] === undefined);
  expect(missing, HOW).toEqual([]);
  for (const id of ids) expect(committed.operations[id], `${id}: ${HOW}`).toEqual(recorded.operations[id]);
  expect(committed, HOW).toEqual(recorded);
});

test("each example matches its schemas exactly", () => {
  for (const { operationId, answer, data, body } of all) {
    const one = recorded.operations[operationId];
    expect(checkOf(exactly(data))(answer(one?.answer)), operationId).toEqual([]);
    if (body !== undefined) expect(checkOf(exactly(body))(one?.request.body), operationId).toEqual([]);
    for (const [status, { answer: refusal }] of Object.entries(one?.refusals ?? {}))
      expect(problemsOf(refusal), `${operationId} ${status}`).toEqual([]);
  }
  for (const refusal of Object.values(recorded.errors)) expect(problemsOf(refusal)).toEqual([]);
  for (const { type, full, ids } of publishedEvents) {
    const one = recorded.events[type];
    if (one === undefined) continue;
    expect(checkOf(exactly(full))(one.full), type).toEqual([]);
    expect(checkOf(exactly(ids))(one.ids_only), type).toEqual([]);
  }
});

test("the examples contain every event that a request can cause", () => {
  const types = publishedEvents.map(({ type }) => type);
  expect(types.filter((type) => recorded.events[type] === undefined)).toEqual([]);
});

test("the examples contain every error that a request can cause", () => {
  // Excludes internal errors, and codes that only the booking page returns.
  const never = [
    "internal_error",
    "policy_changed",
    "deposit_required",
    "change_window_closed",
    "proof_required",
    "online_booking_unavailable",
    "patch_test_required",
  ];
  const codes = Object.keys(PUBLISHED_ERRORS).filter((code) => !never.includes(code));
  expect(codes.filter((code) => recorded.errors[code as ErrorCode] === undefined)).toEqual([]);
  for (const { operationId, route } of all) {
    if (route?.access.kind !== "business") continue;
    const statuses = Object.keys(recorded.operations[operationId]?.refusals ?? {});
    const expected = ["401", "404", "422", ...(route.access.scope === "any" ? [] : ["403"])];
    expect(statuses, operationId).toEqual(expect.arrayContaining(expected));
  }
});

test("the examples contain no valid credential", () => {
  const text = JSON.stringify(recorded);
  const keys = text.match(/dbk_\w+/g) ?? [];
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter(isKeyText)).toEqual([]);
  expect((text.match(OPAQUE) ?? []).filter((word) => !word.includes("example"))).toEqual([]);
  expect(text).not.toContain("daybook_session=");
});

test("ids belong to existing records and are the same in every recording", () => {
  const time = RECORDED_AT.toString(16).padStart(12, "0");
  const ofRecording = new RegExp(`^(${time.slice(0, 8)}-${time.slice(8)}|01990000-0000)-7`);
  const ids = JSON.stringify(recorded).match(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g) ?? [];
  expect(ids.length).toBeGreaterThan(100);
  expect([...new Set(ids)].filter((id) => !ofRecording.test(id))).toEqual([]);
});

test("the examples contain a salon's data and no placeholders", () => {
  // A placeholder means that a schema has no examples. To fix it, add an example to the field or a story for the operation.
  const uploads = new Set(all.filter(({ route }) => route?.upload).map(({ operationId }) => operationId));
  for (const [operationId, one] of Object.entries(recorded.operations)) {
    expect(JSON.stringify(one), operationId).not.toMatch(PLACEHOLDER);
    // An upload may contain only the file.
    if (!uploads.has(operationId))
      expect(one.request.body, `${operationId} changes something`).not.toEqual({});
  }
  expect(JSON.stringify(recorded.events)).not.toMatch(PLACEHOLDER);
});

/** Matches placeholders as values only, because a field may be named `text`. */
const PLACEHOLDER = /"Text\.*"(?!:)|"string"(?!:)|\bfoo\b|lorem/i;

/** The exact schemas that `exactly` has returned, because a validator is compiled for each schema. */
const exactSchemas = new WeakMap<TSchema, TSchema>();

/**
 * Returns the schema with `additionalProperties: false` in every object that has properties, so that undescribed properties
 * cause an error.
 */
function exactly(schema: TSchema): TSchema {
  const exact = exactSchemas.get(schema) ?? closed(schema);
  exactSchemas.set(schema, exact);
  return exact;
}

function closed<S>(schema: S): S {
  if (Array.isArray(schema)) return schema.map(closed) as S;
  if (schema === null || typeof schema !== "object") return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, name === "examples" ? value : closed(value)]),
  );
  const isOpen = inner.type === "object" && Object.keys(inner.properties ?? {}).length > 0;
  return (isOpen ? { ...inner, additionalProperties: false } : inner) as S;
}

function problemsOf({ success, code, message, details, ...more }: RecordedRefusal["answer"]): unknown[] {
  const shape: TSchema | undefined = PUBLISHED_ERRORS[code].details;
  const isEnvelope = success === false && typeof message === "string" && Object.keys(more).length === 0;
  if (!isEnvelope || (shape === undefined) !== (details === undefined)) return [code];
  return shape === undefined ? [] : checkOf(exactly(shape))(details);
}
