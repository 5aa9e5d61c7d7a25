import { type Static, Type } from "typebox";
import {
  CreatedAt,
  Id,
  nullable,
  page,
  pageQuery,
  query,
  record,
  UpdatedAt,
  utc,
  words,
} from "../../../platform/http/shapes.ts";

export const Export = record("Export", "The export of a business into one file", {
  id: Id,
  status: words(
    ["queued", "running", "ready", "failed", "expired"],
    "The file can be downloaded while the export is `ready`",
  ),
  done_count: Type.Integer({ minimum: 0, description: "Number of tables that were written" }),
  table_count: Type.Integer({ minimum: 0, description: "Number of all tables; 0 until the export runs" }),
  byte_length: nullable(Type.Integer({ minimum: 0, description: "Size of the file in bytes" })),
  expires_at: nullable(utc("When the file is deleted; null until it is ready")),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export type ExportRecord = Static<typeof Export>;

export const ExportPage = page("ExportPage", Export);
export const ExportQuery = query(pageQuery());
