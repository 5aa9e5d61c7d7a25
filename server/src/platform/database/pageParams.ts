import * as column from "./column.ts";

/**
 * The parameters of a page of a list that is ordered by an instant and an id: the position of the last row of the previous page
 * (null for the first page) and the maximum number of rows.
 */
export const pageParams = {
  afterAt: column.nullable(column.instant),
  afterId: column.nullable(column.id),
  limit: column.integer,
};
