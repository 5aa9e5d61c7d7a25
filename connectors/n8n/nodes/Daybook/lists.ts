import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from "n8n-workflow";
import { lists } from "./definition";
import { businessPath, callApi } from "./requests";

const PAGE_ITEMS = 100;

/** Returns the function that n8n calls to read the records of a list, page by page. */
const searchOf = (key: string) =>
  async function searchRecords(
    this: ILoadOptionsFunctions,
    filter?: string,
    paginationToken?: string,
  ): Promise<INodeListSearchResult> {
    const { path, name, searched } = lists[key];
    const query: IDataObject = {
      limit: PAGE_ITEMS,
      ...(searched && filter && { q: filter }),
      ...(paginationToken && { cursor: paginationToken }),
    };
    const page = await callApi(this, { path: `${await businessPath(this)}${path}`, query });
    const results = (page.items as IDataObject[]).map((item) => ({
      name: name
        .map((field) => item[field] ?? "")
        .join(" ")
        .trim(),
      value: item.id as string,
    }));
    return { results, paginationToken: page.next_cursor ?? undefined };
  };

export const listSearch = Object.fromEntries(Object.keys(lists).map((key) => [key, searchOf(key)]));
