import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller, KioskCaller } from "../../kernel/caller.ts";
import type { Actor } from "../database/index.ts";
import { eventLoop } from "../limits/index.ts";
import { requestTime } from "../requestTime.ts";
import { authorize, refuseCaller } from "./access.ts";
import { countAddress, countRequest } from "./limitRequests.ts";
import { refuseForeignOrigin, refuseForeignWrite } from "./origin.ts";
import type { Route } from "./route.ts";
import type { ServerOptions } from "./server.ts";
import { refuseInvalidUpload } from "./upload.ts";

/** The caller or kiosk of an admitted request and its business. All are absent on a public route. */
export interface Admission {
  readonly caller?: Caller;
  readonly kiosk?: KioskCaller;
  readonly businessId?: string;
}

const admissions = new WeakMap<FastifyRequest, Admission>();
const callerKinds = new WeakMap<FastifyRequest, Caller["kind"]>();

/**
 * Admits or rejects a request before its body is read. Checks, in this order (contract §1): authentication (401), rate limit (429),
 * origin of a session's write (403), business (404), scope or role (403), headers of an upload (413, 415). On a kiosk route, first
 * counts the request towards the limit of its IP address (429), then checks the cookie (401, 403) and the origin (403). On a public
 * route, only counts the request towards that limit.
 */
export async function admit(
  route: Route,
  options: ServerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { access, upload } = route;
  if (access.kind === "public") {
    await countAddress(options.limits, route.operationId, route.perAddressPerMinute, request, reply);
    return;
  }
  if (access.kind === "kiosk") {
    admissions.set(request, await admitKiosk(route, options, request, reply));
    return;
  }
  const caller = await options.authenticate(request);
  callerKinds.set(request, caller.kind);
  await countRequest(options.limits, caller, reply);
  const { business } = request.params as { business?: string };
  if (route.large) refuseOverload(caller, business);
  refuseForeignWrite(caller, request, options.publicUrl);
  const admission = authorize(access, caller, business);
  admissions.set(request, admission);
  const time = requestTime();
  if (time !== undefined) time.businessId = admission.businessId;
  if (upload !== undefined) refuseInvalidUpload(request, reply, upload);
}

/**
 * Finds the kiosk of a request by its cookie. Counts the request towards the limit of its IP address, which the tablets of a
 * business usually share. Throws `unauthenticated` without a valid cookie, and `forbidden_role` for an API key or session
 * instead of the cookie.
 */
async function admitKiosk(
  { operationId, perAddressPerMinute }: Route,
  options: ServerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admission> {
  await countAddress(options.limits, operationId, perAddressPerMinute, request, reply);
  const isKey = request.headers.authorization !== undefined;
  const kiosk = isKey ? null : await options.authenticateKiosk?.(request);
  if (kiosk === null || kiosk === undefined) throw refuseCaller(await options.authenticate(request));
  refuseForeignOrigin(request, options.publicUrl);
  return { kiosk, businessId: kiosk.businessId };
}

/** Throws `rate_limited` if the current large requests of the caller's business are expected to take too long. */
function refuseOverload(caller: Caller, businessInPath: string | undefined): void {
  const businessId = businessInPath?.toLowerCase();
  if (caller.kind === "key") eventLoop.refuseOverload(caller.businessId);
  else if (caller.memberships.some((membership) => membership.businessId === businessId))
    eventLoop.refuseOverload(businessId as string);
}

/** Returns the result of `admit`; its fields are undefined on a public route. */
export function admissionOf(request: FastifyRequest): Admission {
  return admissions.get(request) ?? {};
}

/** Returns the kind of the caller, even if the request was rejected. `none` on public routes and without a valid key or session. */
export function callerKindOf(request: FastifyRequest): Caller["kind"] | "none" {
  return callerKinds.get(request) ?? "none";
}

/** Returns the actor that transactions of this request write to the audit log (decision 26). */
export function actorOf(request: FastifyRequest): Actor {
  const from = { address: request.ip, request: request.id };
  const { caller } = admissionOf(request);
  if (caller === undefined) return { kind: "public", ...from };
  return caller.kind === "key"
    ? { kind: "key", id: caller.keyId, ...from }
    : { kind: "user", id: caller.userId, ...from };
}
