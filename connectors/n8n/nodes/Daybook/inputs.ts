import type { IDataObject, IExecuteFunctions } from "n8n-workflow";
import { operations } from "./definition";
import type { ApiRequest } from "./requests";

/** Builds the request of an operation from the node's form. Omits empty inputs. */
export function requestOf(functions: IExecuteFunctions, key: string, itemIndex: number): ApiRequest {
  const { method, path, places, required } = operations[key];
  const optional = functions.getNodeParameter("additionalFields", itemIndex, {}) as IDataObject;
  const given: IDataObject = { ...optional };
  for (const name of required) given[name] = functions.getNodeParameter(name, itemIndex) as IDataObject;
  const inPlace = (place: string): IDataObject =>
    Object.fromEntries(
      Object.entries(given)
        .filter(([name]) => places[name] === place)
        .map(([name, value]) => [name, plain(value)] as const)
        .filter(([, value]) => value !== "" && value !== undefined && value !== null),
    );
  const query = Object.entries(inPlace("query")).map(([name, value]) => [name, String(value)]);
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(plain(given[name])))),
    query: Object.fromEntries(query) as IDataObject,
    ...(method !== "GET" && { body: inPlace("body") }),
  };
}

/**
 * Converts a form value to an input: a date to text, a chosen record to its id, and a list of inputs to its items. Returns
 * other values unchanged.
 */
function plain(value: unknown): IDataObject[string] {
  if (typeof value !== "object" || value === null) return value as IDataObject[string];
  if (value instanceof Date) return value.toISOString();
  if ("toISO" in value && typeof value.toISO === "function") return value.toISO() as string;
  const record = value as IDataObject;
  if (record.__rl === true) return record.value;
  if (Array.isArray(record.values))
    return (record.values as IDataObject[]).map((item) =>
      Object.fromEntries(Object.entries(item).map(([name, inner]) => [name, plain(inner)])),
    );
  return record;
}
