import { type Static, Type } from "typebox";
import {
  CreatedAt,
  described,
  Id,
  input,
  line,
  Money,
  nullable,
  page,
  pageQuery,
  query,
  record,
  UpdatedAt,
} from "../../../platform/http/shapes.ts";
import { Price } from "../../business/services/index.ts";
import { TaxRateId } from "../../business/tax-rates/index.ts";

const Name = line(120, "Name on receipts", 1);
const Description = nullable(line(2000, "A note for the staff"));
const Sku = nullable(line(60, "The business's own article number, unique ignoring case", 1));
const Barcode = nullable(line(60, "Number of the barcode, unique", 1));
const MAX_STOCK = 1_000_000;
const Stock = nullable(
  Type.Integer({
    minimum: -MAX_STOCK,
    maximum: MAX_STOCK,
    description:
      "Units in stock; null: not tracked. Decreases when a sale is completed, and increases when a sale is refunded or voided. Negative after sales of more units than were counted",
  }),
);

export const Product = record("Product", "A product for sale", {
  id: described(Id, "The product"),
  name: Name,
  description: Description,
  sku: Sku,
  barcode: Barcode,
  price: Money,
  tax_rate_id: TaxRateId,
  stock: Stock,
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const ProductPage = page("ProductPage", Product);

export const ProductsQuery = query({
  q: Type.Optional(line(120, "Part of the name, or the whole SKU or barcode, ignoring case", 1)),
  ...pageQuery(),
});

const optional = {
  description: Type.Optional(Description),
  sku: Type.Optional(Sku),
  barcode: Type.Optional(Barcode),
  tax_rate_id: Type.Optional(TaxRateId),
  stock: Type.Optional(described(Stock, "Units counted; null: not tracked")),
};

export const ProductInput = input("ProductInput", "A new product", { name: Name, price: Price, ...optional });

export const ProductChanges = input("ProductChanges", "Changes to a product", {
  name: Type.Optional(Name),
  price: Type.Optional(Price),
  ...optional,
});

export type ProductRecord = Static<typeof Product>;
export type NewProduct = Static<typeof ProductInput>;
export type ChangedProduct = Static<typeof ProductChanges>;
export type ProductsQueryValues = Static<typeof ProductsQuery>;
