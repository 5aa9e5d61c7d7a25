import { type Static, Type } from "typebox";
import {
  CreatedAt,
  Id,
  input,
  page,
  pageQuery,
  query,
  record,
  UpdatedAt,
} from "../../../platform/http/shapes.ts";
import { Description, Name, Position } from "./schema.ts";

/** Contract §3, "service category". */
export const ServiceCategory = record("ServiceCategory", "A heading of the menu", {
  id: Id,
  name: Name,
  description: Description,
  position: Position,
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const ServiceCategoryPage = page("ServiceCategoryPage", ServiceCategory);

export const CategoriesQuery = query({ ...pageQuery() });

export const ServiceCategoryInput = input("ServiceCategoryInput", "A new heading of the menu", {
  name: Name,
  description: Type.Optional(Description),
  position: Type.Optional(Position),
});

export const ServiceCategoryChanges = input("ServiceCategoryChanges", "What changes in a heading", {
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  position: Type.Optional(Position),
});

export type CategoryRecord = Static<typeof ServiceCategory>;
export type CategoryPageRecord = Static<typeof ServiceCategoryPage>;
export type CategoriesQueryValues = Static<typeof CategoriesQuery>;
export type NewCategory = Static<typeof ServiceCategoryInput>;
export type ChangedCategory = Static<typeof ServiceCategoryChanges>;
