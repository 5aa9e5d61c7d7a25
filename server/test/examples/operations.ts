import type { TSchema } from "typebox";
import { SIGN_IN_OPERATIONS } from "../../src/features/access/sessions/index.ts";
import { errorsOf } from "../../src/platform/http/publishedErrors.ts";
import { plainErrorsOf } from "../../src/platform/http/publishedPlain.ts";
import { API_PREFIX, isEventStream, type Route } from "../../src/platform/http/route.ts";
import { routesToDescribe } from "../../src/routesToDescribe.ts";
import type { Method } from "./recordingApp.ts";

/** An operation to record, from the route table or from sign-in. */
export interface Operation {
  readonly operationId: string;
  readonly method: Method;
  /** The path with its prefix and with ids as `:names`. */
  readonly path: string;
  readonly status: number;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Extracts the part of a response that the schema `data` describes. */
  readonly answer: (answer: unknown) => unknown;
  readonly data: TSchema;
  readonly errors: ReadonlySet<number>;
  /** The route; undefined for sign-in operations, which are not in the route table. */
  readonly route?: Route;
  readonly replaysWithout: readonly string[];
}

/** Returns every published operation except the event stream. */
export function operations(): Operation[] {
  const routes = routesToDescribe().filter((route) => !isEventStream(route));
  return [...routes.map(ofRoute), ...SIGN_IN_OPERATIONS.map(ofSignIn)];
}

function ofRoute(route: Route): Operation {
  return {
    operationId: route.operationId,
    method: route.method,
    path: API_PREFIX + route.path,
    status: route.status ?? 200,
    ...(route.query === undefined ? {} : { query: route.query }),
    ...(route.body === undefined ? {} : { body: route.body }),
    answer: (answer) => (route.fileMediaTypes === undefined ? (answer as { data: unknown }).data : answer),
    data: route.data,
    errors: new Set(errorsOf(route).keys()),
    route,
    replaysWithout: route.replaysWithout ?? [],
  };
}

function ofSignIn(operation: (typeof SIGN_IN_OPERATIONS)[number]): Operation {
  return {
    operationId: operation.operationId,
    method: operation.method,
    path: operation.prefix + operation.path,
    status: 200,
    ...(operation.body === undefined ? {} : { body: operation.body }),
    answer: (answer) => answer,
    data: operation.answer,
    errors: new Set(plainErrorsOf(operation).keys()),
    replaysWithout: [],
  };
}
