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

/** The API record of a category (contract §3, "service category"). */
export const ServiceCategory = record("ServiceCategory", "A category of services on the menu", {
  id: Id,
  name: Name,
  description: Description,
  position: Position,
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const ServiceCategoryPage = page("ServiceCategoryPage", ServiceCategory);

export const CategoriesQuery = query({ ...pageQuery() });

export const ServiceCategoryInput = input("ServiceCategoryInput", "A new service category", {
  name: Name,
  description: Type.Optional(Description),
  position: Type.Optional(Position),
});

export const ServiceCategoryChanges = input("ServiceCategoryChanges", "Changes of a service category", {
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  position: Type.Optional(Position),
});

export type CategoryRecord = Static<typeof ServiceCategory>;
export type CategoryPageRecord = Static<typeof ServiceCategoryPage>;
export type CategoriesQueryValues = Static<typeof CategoriesQuery>;
export type ServiceCategoryInput = Static<typeof ServiceCategoryInput>;
export type ServiceCategoryChanges = Static<typeof ServiceCategoryChanges>;
