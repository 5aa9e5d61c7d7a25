import { ERROR_STATUS, type ErrorCode } from "../../src/kernel/errors.ts";
import type {
  RecordedExamples,
  RecordedOperation,
  RecordedRefusal,
} from "../../src/platform/http/recordedExamples.ts";
import { copyOf, type FreshDatabase } from "../fixtures/database.ts";
import { recordingApp, type Sent } from "./recordingApp.ts";
import type { ExampleSalon } from "./salon.ts";

/**
 * Returns one response for every error code that a request can cause. Takes most of them from the recorded operations and sends
 * additional requests for the others. No request causes `internal_error`, so the result contains no response for this code.
 */
export async function recordErrors(
  template: FreshDatabase,
  salon: ExampleSalon,
  recorded: readonly RecordedOperation[],
): Promise<RecordedExamples["errors"]> {
  const found = new Map<string, RecordedRefusal["answer"]>();
  for (const { refusals } of recorded)
    for (const { answer } of Object.values(refusals))
      if (!found.has(answer.code)) found.set(answer.code, answer);

  const copy = await copyOf(template);
  const server = await recordingApp(copy.connectionString, { rateLimitPerMinute: 60 });
  const url = `/api/v1/businesses/${salon.ids.business}/clients`;
  const program = { authorization: `Bearer ${salon.key}` };
  const refuse = async (sent: Partial<Sent>) => {
    const { body } = await server.send({ method: "POST", url, headers: program, ...sent });
    if (body.success === false && !found.has(body.code)) found.set(body.code, body);
    return body;
  };
  const json = { ...program, "content-type": "application/json" };
  await refuse({ headers: json, payload: '{"first_name": "Zoë"' });
  await refuse({ headers: json, payload: JSON.stringify({ first_name: "Zoë".repeat(100_000) }) });
  await refuse({ headers: { ...program, "content-type": "text/plain" }, payload: "Zoë" });
  await refuse({ method: "PUT" });
  const keyed = { ...program, "idempotency-key": "new-client-4711" };
  await refuse({ headers: keyed, payload: { first_name: "Yara" } });
  await refuse({ headers: keyed, payload: { first_name: "Tom" } });
  const codesUrl = `/api/v1/public/businesses/${salon.ids.slug}/codes`;
  const requested = await server.send({
    method: "POST",
    url: codesUrl,
    payload: { email: "zoe@example.com" },
  });
  await refuse({ url: `${codesUrl}/${requested.body.data.id}`, headers: {}, payload: { code: "000000" } });
  while ((await refuse({ method: "GET" })).code !== "rate_limited");
  await server.close();
  await copy.drop();
  // The database of this server is unreachable: no server listens on port 1.
  const withoutDatabase = await recordingApp("postgresql://nobody@127.0.0.1:1/nothing", { waitMs: 4_000 });
  const { body } = await withoutDatabase.send({ method: "GET", url, headers: program });
  if (body.code === "unavailable") found.set(body.code, body);
  await withoutDatabase.close();
  const codes = Object.keys(ERROR_STATUS) as ErrorCode[];
  return Object.fromEntries(codes.flatMap((code) => (found.has(code) ? [[code, found.get(code)]] : [])));
}
