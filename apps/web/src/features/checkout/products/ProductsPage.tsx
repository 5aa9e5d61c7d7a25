import { stockTexts } from "@daybook/i18n/stock";
import type { ItemOf } from "@daybook/sdk";
import { Badge, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { pagedQuery } from "../../../base/pagedQuery.ts";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import list from "../../../ui/List.module.css";
import { ListRow } from "../../../ui/ListRow.tsx";
import { itemsOf, PagedList } from "../../../ui/PagedList.tsx";
import { SettingsPage } from "../../../ui/SettingsPage.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { ProductForm } from "./ProductForm.tsx";

export type Product = ItemOf<"/businesses/{business}/products">;

const PAGE = 100;

/** Lists the products that are not archived, by name, with their stock. */
export default function ProductsPage() {
  const t = useText(stockTexts);
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const [typed, setTyped] = useState("");
  const [text] = useDebouncedValue(typed.trim(), 200);
  const pages = useInfiniteQuery({
    ...pagedQuery([business, "settings", "products", text], (page) =>
      api.products.list({
        path: { business },
        query: {
          limit: PAGE,
          ...(text === "" ? {} : { q: text }),
          ...page,
        },
      }),
    ),
    placeholderData: (previous) => previous,
  });
  const products = itemsOf(pages);
  const product = products.find(({ id }) => id === search.product);
  const close = () => change({ product: undefined });
  return (
    <SettingsPage
      title={t("products")}
      actions={
        <ActionButton operation="createProduct" onClick={() => change({ product: "new" })}>
          {t("newProduct")}
        </ActionButton>
      }
      panel={
        (search.product === "new" || product !== undefined) && (
          <SidePanel title={product?.name ?? t("newProduct")} onClose={close}>
            <ProductForm key={product?.id} {...(product === undefined ? {} : { product })} onDone={close} />
          </SidePanel>
        )
      }
    >
      <TextInput
        type="search"
        mb="md"
        maw={420}
        aria-label={t("search")}
        placeholder={t("search")}
        leftSection={<Icon name="search" size={18} />}
        maxLength={120}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <PagedList
        pages={pages}
        empty={
          text === "" ? (
            <EmptyNote title={t("noProducts")} hint={t("noProductsHint")} />
          ) : (
            <EmptyNote title={t("noMatch", { text })} />
          )
        }
      >
        {(found) => (
          <ul className={`surface ${list.list}`}>
            {found.map((each) => (
              <Row key={each.id} product={each} onOpen={() => change({ product: each.id })} />
            ))}
          </ul>
        )}
      </PagedList>
    </SettingsPage>
  );
}

function Row({ product, onOpen }: { readonly product: Product; readonly onOpen: () => void }) {
  const t = useText(stockTexts);
  const formats = useFormats();
  const { name, sku, barcode, stock, price } = product;
  return (
    <ListRow
      onOpen={onOpen}
      name={
        <>
          {name}
          {stock !== null && stock <= 0 && (
            <Badge variant="light" color="red" tt="none">
              {t("noneLeft")}
            </Badge>
          )}
        </>
      }
      about={
        <>
          {stock !== null && stock > 0 && <span>{t("stockOf", { count: stock })}</span>}
          {sku !== null && <span>{sku}</span>}
          {barcode !== null && <span className="numbers">{barcode}</span>}
        </>
      }
      end={<span className="numbers">{formats.money(price)}</span>}
    />
  );
}
