import * as column from "./column.ts";

/** The parameters of a page of a list that is ordered by an instant and an id: the position of the last row read, null for the first page. */
export const pageParams = {
  afterAt: column.nullable(column.instant),
  afterId: column.nullable(column.id),
  limit: column.integer,
};
