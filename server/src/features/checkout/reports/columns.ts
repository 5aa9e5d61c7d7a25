import { type TSchema, Type } from "typebox";
import { described, Id, LocalDate, Money, nullable } from "../../../platform/http/shapes.ts";

/** The format of a report's value in JSON and in CSV. */
export type Kind = "money" | "count" | "minutes" | "percent" | "text" | "id" | "date";

export interface ReportColumn {
  readonly key: string;
  readonly kind: Kind;
  readonly description: string;
  /** True if the column is excluded from totals because a sum of its values has no meaning. */
  readonly isDetail?: boolean;
  readonly isNullable?: boolean;
}

export const detail = (key: string, kind: Kind, description: string, isNullable = false): ReportColumn => ({
  key,
  kind,
  description,
  isDetail: true,
  isNullable,
});
export const money = (key: string, description: string): ReportColumn => ({
  key,
  kind: "money",
  description,
});
export const count = (key: string, description: string): ReportColumn => ({
  key,
  kind: "count",
  description,
});
export const minutes = (key: string, description: string): ReportColumn => ({
  key,
  kind: "minutes",
  description,
});

/** A row as returned by SQL, with amounts in minor units. */
export type Values = Readonly<Record<string, number | string | null>>;

export function schemaOf({ kind, description, isNullable = false }: ReportColumn): TSchema {
  const schema = plainSchema(kind, description);
  return isNullable ? nullable(schema, description) : schema;
}

function plainSchema(kind: Kind, description: string): TSchema {
  switch (kind) {
    case "money":
      return Money;
    case "count":
    case "minutes":
      return Type.Integer({ description });
    case "percent":
      return Type.Number({ description });
    case "id":
      return described(Id, description);
    case "date":
      return described(LocalDate, description);
    case "text":
      return Type.String({ description });
  }
}
