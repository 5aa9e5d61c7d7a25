import type {
  RecordedOperation,
  RecordedRefusal,
  RecordedRequest,
} from "../../src/platform/http/recordedExamples.ts";
import type { Route } from "../../src/platform/http/route.ts";
import { autoBody, autoQuery, mistaken, unknownIds } from "./automatic.ts";
import type { Operation } from "./operations.ts";
import { fromBrowser, type Received, type RecordingApp } from "./recordingApp.ts";
import type { ExampleSalon } from "./salon.ts";
import { scrubbed } from "./scrub.ts";
import type { StableIds } from "./stableIds.ts";
import { STORIES } from "./stories/index.ts";
import type { Caller, Ids, Story, StoryContext } from "./story.ts";
import { uploadOf } from "./upload.ts";

/** State shared by the recordings of all operations. */
export interface Recording {
  readonly server: RecordingApp;
  readonly salon: ExampleSalon;
  readonly all: readonly Operation[];
  /** The stable ids of the salon. Each operation works on a copy. */
  readonly stable: StableIds;
  /** The system time at the start of the recording. */
  readonly beganAt: number;
}

/**
 * Records one operation. First sends the requests that are rejected without changes, then the successful request,
 * then requests that fail because of the successful request, such as a conflicting repetition.
 */
export async function record(recording: Recording, operation: Operation): Promise<RecordedOperation> {
  const story = STORIES[operation.operationId] ?? {};
  // Uses a copy, because operations recorded concurrently may create records of the same kind.
  const stable = recording.stable.copy();
  const ids = await settingOf({ ...recording, stable }, operation, story);
  const plain = requestOf(operation, story, ids);
  const refusals: Record<string, RecordedRefusal> = {};
  const refuse = async (status: number, request: Request) => {
    if (refusals[status] !== undefined) return;
    const { received, recorded } = await play(recording, operation, request, stable);
    if (received.status === status) refusals[status] = recorded as RecordedRefusal;
  };

  for (const request of refusedFirst(recording, operation, plain)) await refuse(...request);
  const { received, recorded } = await play(recording, operation, plain, stable);
  if (received.status !== operation.status) {
    throw new Error(
      `${operation.operationId} answered ${received.status} ${JSON.stringify(received.body)} to ` +
        `${JSON.stringify(recorded.request)}. Say in server/test/examples/stories how it is sent.`,
    );
  }
  if (operation.method !== "DELETE" && operation.errors.has(412))
    await refuse(412, { ...plain, headers: { "if-match": '"1"' } });
  for (const [status, other] of Object.entries(story.refused ?? {})) {
    const more = { ...ids, ...(await other.before?.(context(recording, ids))) };
    await refuse(Number(status), requestOf(operation, { ...story, ...other }, more));
  }
  if (operation.errors.has(409)) await refuse(409, plain);
  const sorted = Object.entries(refusals).sort(([one], [other]) => Number(one) - Number(other));
  return { ...recorded, refusals: Object.fromEntries(sorted) };
}

interface Request {
  readonly who: Caller;
  readonly path: Ids;
  readonly query: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Headers that replace the credentials of `who`. */
  readonly credentials?: Readonly<Record<string, string>>;
}

/**
 * Creates the records that the operation needs: the records of its story, and the missing records to which its path or its generated
 * body refers. Returns all ids by name.
 */
export async function settingOf(recording: Recording, operation: Operation, story: Story): Promise<Ids> {
  let ids: Ids = { ...recording.salon.ids, exclude_appointment_id: recording.salon.ids.appointment ?? "" };
  ids = { ...ids, ...(await story.before?.(context(recording, ids))) };
  for (const name of namesIn(operation.path))
    if (ids[name] === undefined) ids = { ...ids, ...(await made(recording, operation.path, name, ids)) };
  for (const name of story.body === undefined ? unknownIds(autoBody(operation, ids)) : []) {
    const path = recording.all.find((each) => each.path.includes(`/:${name}`))?.path;
    if (path !== undefined) ids = { ...ids, ...(await made(recording, path, name, ids)) };
  }
  return ids;
}

/** Creates a missing record with the operation that creates this kind of record. */
async function made(recording: Recording, path: string, name: string, ids: Ids): Promise<Ids> {
  const collection = path.slice(0, path.indexOf(`/:${name}`));
  const maker = recording.all.find((each) => each.method === "POST" && each.path === collection);
  if (maker === undefined)
    throw new Error(
      `Nothing is posted to ${collection}: say in server/test/examples/stories how a :${name} is made.`,
    );
  const story = STORIES[maker.operationId] ?? {};
  const setting = { ...ids, ...(await settingOf(recording, maker, story)) };
  const request = requestOf(maker, story, setting);
  const received = await send(recording, maker, request);
  const id = received.body?.data?.id;
  if (typeof id !== "string")
    throw new Error(`A :${name} could not be made: ${received.status} ${JSON.stringify(received.body)}`);
  recording.stable.learn(`${name} of ${maker.operationId}`, received.body);
  return { [name]: id, [`${name}_id`]: id };
}

export function requestOf(operation: Operation, story: Story, ids: Ids): Request {
  const body = story.body?.(ids) ?? autoBody(operation, ids);
  return {
    who: story.as ?? callerFor(operation),
    path: Object.fromEntries(namesIn(operation.path).map((name) => [name, String(ids[name])])),
    query: story.query?.(ids) ?? autoQuery(operation, ids),
    ...(story.headers === undefined ? {} : { headers: story.headers(ids) }),
    ...(body === undefined ? {} : { body }),
  };
}

/**
 * Builds the requests that the operation must reject: without credentials, with a key that lacks the scope, with an unknown id
 * and with invalid input.
 */
function refusedFirst({ salon }: Recording, operation: Operation, plain: Request): [number, Request][] {
  const access = operation.route?.access;
  if (access === undefined)
    return operation.body === undefined ? [] : [[422, { ...plain, ...mistaken(operation, plain) }]];
  const narrow = narrowKeyFor(access, salon);
  if (access.kind === "kiosk") return refusedWithoutKiosk(operation, plain, salon.key);
  const last = namesIn(operation.path).at(-1);
  const nobodys = "01990000-0000-7000-8000-000000000000";
  return [
    ...(access.kind === "public"
      ? []
      : [[401, { ...plain, who: "anonymous", credentials: {} }] as [number, Request]]),
    ...(access.kind === "public" || narrow === undefined
      ? []
      : [
          [
            403,
            {
              ...plain,
              who: "key",
              // The keys belong to the salon, but the story of an operation may create another business.
              path: withBusinessOf(salon, plain.path),
              credentials: { authorization: `Bearer ${narrow}` },
            },
          ] as [number, Request],
        ]),
    ...(last === undefined
      ? []
      : [[404, { ...plain, path: { ...plain.path, [last]: nobodys } }] as [number, Request]]),
    [422, { ...plain, ...mistaken(operation, plain) }],
  ];
}

function withBusinessOf({ ids }: ExampleSalon, path: Ids): Ids {
  return path.business === undefined ? path : { ...path, business: ids.business ?? path.business };
}

/** Builds the requests that a kiosk operation must reject: without its cookie, with an API key, and with invalid input. */
function refusedWithoutKiosk(operation: Operation, plain: Request, key: string): [number, Request][] {
  const { headers: _, ...bare } = plain;
  return [
    [401, { ...bare, credentials: {} }],
    [403, { ...bare, who: "key", credentials: { authorization: `Bearer ${key}` } }],
    [422, { ...plain, ...mistaken(operation, plain) }],
  ];
}

/** Returns an API key that the operation rejects; undefined if it accepts every key. */
function narrowKeyFor(access: Route["access"], { key, narrowKeys }: ExampleSalon): string | undefined {
  if (access.kind === "session") return key;
  if (access.kind !== "business" || access.scope === "any") return undefined;
  if (access.scope === "app_only") return key;
  const isAdmitted = (scope: string) =>
    access.scope === "any_read" ? scope.endsWith(":read") : scope === access.scope;
  return narrowKeys.find(({ scope }) => !isAdmitted(scope))?.key;
}

async function play(recording: Recording, operation: Operation, request: Request, stable: StableIds) {
  const received = await send(recording, operation, request);
  const { who, path, query, headers: { cookie: _, ...headers } = {}, body } = request;
  const as: RecordedRequest["as"] = who === "key" || who === "anonymous" ? who : "session";
  const sent: RecordedRequest = {
    as,
    ...(Object.keys(path).length === 0 ? {} : { path }),
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
  };
  stable.learn(operation.operationId, sent, received.body);
  const secrets = new Map(
    [...operation.replaysWithout, "token", "photo_token", "client_secret", "visitor_token", "hold_token"].map(
      (name) => [name, exampleIn(operation.data, name)],
    ),
  );
  return {
    received,
    recorded: {
      request: stable.inPlaceOf(scrubbed(sent, secrets, recording.beganAt)),
      answer: stable.inPlaceOf(scrubbed(received.body as unknown, secrets, recording.beganAt)),
    },
  };
}

export function send(
  { server, salon }: Recording,
  operation: Operation,
  request: Request,
): Promise<Received> {
  const { who, path, query, headers, body, credentials } = request;
  const url = operation.path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(path[name] ?? ""));
  const search = new URLSearchParams(query).toString();
  const spec = operation.route?.upload;
  const upload = spec === undefined ? undefined : uploadOf(spec.part, body as object, spec.mediaTypes);
  return server.send({
    method: operation.method,
    url: search === "" ? url : `${url}?${search}`,
    headers: { ...(credentials ?? credentialsOf(salon, who)), ...upload?.headers, ...headers },
    ...(body === undefined ? {} : { payload: upload?.payload ?? body }),
  });
}

/** Creates the context that a story uses to send requests. */
export function context(recording: Recording, ids: Ids): StoryContext {
  const { server, salon } = recording;
  const as = (who: Caller) => credentialsOf(salon, who);
  return {
    server,
    salon,
    ids,
    as,
    ask: async (who, method, path, payload) => {
      const url = `/api/v1/businesses/${ids.business}${path}`;
      const answer = await server.send({ method, url, headers: as(who), ...(payload ? { payload } : {}) });
      if (answer.status >= 300)
        throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer;
    },
  };
}

function credentialsOf(salon: ExampleSalon, who: Caller): Record<string, string> {
  if (who === "key") return { authorization: `Bearer ${salon.key}` };
  return fromBrowser(who === "anonymous" ? "" : salon[who]);
}

/**
 * Returns the caller of an operation: anonymous for public and kiosk operations, the API key where keys are accepted,
 * otherwise the owner.
 */
function callerFor({ route }: Operation): Caller {
  if (route === undefined || ["public", "kiosk"].includes(route.access.kind)) return "anonymous";
  const { access } = route;
  return access.kind === "caller" || (access.kind === "business" && access.scope !== "app_only")
    ? "key"
    : "owner";
}

/** Returns the schema's example for the field with this name. */
function exampleIn(schema: unknown, name: string): unknown {
  const { properties = {} } = schema as { properties?: Record<string, { examples?: unknown[] }> };
  return properties[name]?.examples?.[0];
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => String(name));
}
