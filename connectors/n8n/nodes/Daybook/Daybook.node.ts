import {
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type JsonObject,
  NodeApiError,
  NodeConnectionTypes,
} from "n8n-workflow";
import { operations, properties } from "./definition";
import { requestOf } from "./inputs";
import { listSearch } from "./lists";
import { type ApiRequest, businessPath, callApi } from "./requests";

const PAGE_ITEMS = 100;

/** Reads and changes appointments, clients, payments and sales of a business. */
export class Daybook implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Daybook",
    name: "daybook",
    icon: { light: "file:../../icons/daybook.svg", dark: "file:../../icons/daybook.dark.svg" },
    group: ["transform"],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: "Book appointments and read clients, payments and sales",
    defaults: { name: "Daybook" },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    credentials: [{ name: "daybookApi", required: true }],
    properties,
  };

  methods = { listSearch };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = [];
    const business = await businessPath(this);
    for (let itemIndex = 0; itemIndex < this.getInputData().length; itemIndex++) {
      try {
        const records = await recordsOf(this, business, itemIndex);
        results.push(...records.map((json) => ({ json, pairedItem: { item: itemIndex } })));
      } catch (error) {
        if (!this.continueOnFail())
          throw new NodeApiError(this.getNode(), error as JsonObject, { itemIndex });
        const message = error instanceof Error ? error.message : String(error);
        results.push({ json: { error: message }, pairedItem: { item: itemIndex } });
      }
    }
    return [results];
  }
}

/** Runs the chosen operation for one item. */
async function recordsOf(
  functions: IExecuteFunctions,
  business: string,
  itemIndex: number,
): Promise<IDataObject[]> {
  const key = functions.getNodeParameter("operation", itemIndex) as string;
  const { kind, container } = operations[key];
  const request = requestOf(functions, key, itemIndex);
  const complete = { ...request, path: `${business}${request.path}` };
  if (kind !== "find" || container === undefined) return [await callApi(functions, complete)];
  const all = functions.getNodeParameter("returnAll", itemIndex) as boolean;
  const limit = all ? Infinity : (functions.getNodeParameter("limit", itemIndex) as number);
  return await pagesOf(functions, complete, container, limit);
}

/** Reads the pages of a list, up to the limit of records. */
async function pagesOf(
  functions: IExecuteFunctions,
  request: ApiRequest,
  container: string,
  limit: number,
): Promise<IDataObject[]> {
  const found: IDataObject[] = [];
  let query: IDataObject = { ...request.query, ...(container === "items" && { limit: PAGE_ITEMS }) };
  for (;;) {
    const page = await callApi(functions, { ...request, query });
    found.push(...(page[container] as IDataObject[]));
    const next = container === "items" ? { cursor: page.next_cursor } : { from: page.next_from };
    if (found.length >= limit || !Object.values(next)[0]) return found.slice(0, limit);
    query = { ...query, ...(next as IDataObject) };
  }
}
