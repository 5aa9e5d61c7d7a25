import {
  type IDataObject,
  type IExecuteFunctions,
  type IHookFunctions,
  type IHttpRequestMethods,
  type ILoadOptionsFunctions,
  type JsonObject,
  NodeApiError,
  NodeOperationError,
} from "n8n-workflow";
import { alternatives, sentences } from "./definition";

type Functions = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

export interface ApiRequest {
  readonly method?: IHttpRequestMethods;
  readonly path: string;
  readonly query?: IDataObject;
  readonly body?: IDataObject;
}

interface ApiAnswer {
  readonly statusCode: number;
  readonly body: IDataObject | string;
}

/**
 * Sends a request to the API. Returns the `data` of the response. If the response is an error, throws an error with one sentence as its
 * message.
 */
export async function callApi(functions: Functions, request: ApiRequest): Promise<IDataObject> {
  const { address } = await functions.getCredentials<{ address: string }>("daybookApi");
  const base = address.trim().replace(/\/+$/, "");
  if (!/^https?:\/\/[^\s/?#@]+(\/[^\s?#@]*)?$/.test(base))
    throw new NodeOperationError(functions.getNode(), "The address must look like https://book.example.com.");
  const answer = (await functions.helpers.httpRequestWithAuthentication.call(functions, "daybookApi", {
    method: request.method ?? "GET",
    url: `${base}/api/v1${request.path}`,
    qs: request.query ?? {},
    ...(request.body && { body: request.body }),
    json: true,
    disableFollowRedirect: true,
    ignoreHttpStatusErrors: true,
    returnFullResponse: true,
  })) as ApiAnswer;
  const body = typeof answer.body === "object" && answer.body !== null ? answer.body : {};
  if (answer.statusCode >= 300) throw refusal(functions, answer.statusCode, body);
  return body.data as IDataObject;
}

function refusal(functions: Functions, status: number, body: IDataObject): NodeApiError {
  const details = (body.details ?? {}) as IDataObject;
  const free = (details.alternatives ?? []) as string[];
  const values: IDataObject = {
    status,
    message: body.message ?? "the response has no message",
    required: details.required ?? "another scope",
    alternatives: free.length > 0 ? alternatives + free.join(", ") : "",
    retry_after: details.retry_after ?? 60,
  };
  const sentence = sentences[`${status}`] ?? sentences.other;
  const message = sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  return new NodeApiError(functions.getNode(), body as JsonObject, {
    message,
    description: `Daybook answered ${status}.`,
    httpCode: `${status}`,
  });
}

/** Returns the path of the API key's business. */
export async function businessPath(functions: Functions): Promise<string> {
  const { memberships } = await callApi(functions, { path: "/me" });
  const [membership] = memberships as IDataObject[];
  return `/businesses/${membership.business_id as string}`;
}
