import { definition } from "./definition.js";
import { callBusiness } from "./requests.js";

/** The maximum number of records of a search. Zapier uses the first record. */
const MAX_FOUND = 25;

/** Returns an input without empty texts, lists and groups. Returns undefined if nothing is left. */
function withoutEmpty(input) {
  if (input === "" || input === null) return undefined;
  if (typeof input !== "object") return input;
  const left = Object.entries(input)
    .map(([name, value]) => [name, withoutEmpty(value)])
    .filter(([, value]) => value !== undefined);
  if (left.length === 0) return undefined;
  return Array.isArray(input) ? left.map(([, value]) => value) : Object.fromEntries(left);
}

/** Returns the request of an operation with the inputs of a step. Omits the inputs that the user left empty. */
function requestOf({ method, path, places }, inputData) {
  const given = Object.entries(withoutEmpty(inputData ?? {}) ?? {});
  const inPlace = (place) => Object.fromEntries(given.filter(([name]) => places[name] === place));
  const query = Object.entries(inPlace("query")).map(([name, value]) => [name, String(value)]);
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(inputData[name])),
    query: Object.fromEntries(query),
    ...(method !== "GET" && { body: inPlace("body") }),
  };
}

function operationOf(one, perform) {
  const { key, noun, label, description, inputFields, outputFields, sample } = one;
  return [
    key,
    { key, noun, display: { label, description }, operation: { inputFields, perform, outputFields, sample } },
  ];
}

const createOf = (one) =>
  operationOf(one, (z, bundle) => callBusiness(z, bundle, requestOf(one, bundle.inputData)));

const findOf = (one) =>
  operationOf(one, async (z, bundle) => {
    const request = requestOf(one, bundle.inputData);
    const limit = one.container === "items" ? { limit: MAX_FOUND } : {};
    const data = await callBusiness(z, bundle, { ...request, query: { ...request.query, ...limit } });
    return data[one.container].slice(0, MAX_FOUND);
  });

/** Reads one record. Returns an empty result for a missing record, so that the Zap continues. */
const getOf = (one) =>
  operationOf(one, async (z, bundle) => {
    try {
      return [await callBusiness(z, bundle, requestOf(one, bundle.inputData))];
    } catch (error) {
      if (/"status":404/.test(error.message)) return [];
      throw error;
    }
  });

const all = (kind, make) => definition.operations.filter((one) => one.kind === kind).map(make);

export const creates = Object.fromEntries(all("create", createOf));
export const searches = Object.fromEntries([...all("find", findOf), ...all("get", getOf)]);
