import { prepaidTexts } from "@daybook/i18n/prepaid";
import { Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useBusiness } from "../../../base/business.tsx";
import { servicesQuery } from "../../../base/catalogue.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ListRow } from "../../../ui/ListRow.tsx";
import { LoadedList } from "../../../ui/LoadedList.tsx";
import { SettingsPage } from "../../../ui/SettingsPage.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { TabLine } from "../../../ui/TabLine.tsx";
import { PrepaidForm } from "./PrepaidForm.tsx";
import { KINDS, OPERATIONS, type Prepaid, prepaidQuery } from "./prepaid.ts";

/** Lists the prepaid products: packages, memberships and gift cards. */
export default function PrepaidPage() {
  const t = useText(prepaidTexts);
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const kind = KINDS.find((each) => each === search.kind) ?? "packages";
  const query = useQuery(prepaidQuery(business, kind));
  const { data } = query;
  const product = data?.find(({ id }) => id === search.product);
  const close = () => change({ product: undefined });
  return (
    <SettingsPage
      title={t("title")}
      actions={
        <ActionButton operation={OPERATIONS[kind].create} onClick={() => change({ product: "new" })}>
          {t(`new-${kind}`)}
        </ActionButton>
      }
      panel={
        (search.product === "new" || product !== undefined) && (
          <SidePanel title={product?.name ?? t(`new-${kind}`)} onClose={close}>
            <PrepaidForm
              key={`${kind} ${product?.id}`}
              kind={kind}
              {...(product === undefined ? {} : { product })}
              onDone={close}
            />
          </SidePanel>
        )
      }
    >
      <Tabs
        value={kind}
        mb="md"
        onChange={(chosen) =>
          change({ kind: chosen === "packages" ? undefined : (chosen ?? undefined), product: undefined })
        }
      >
        <TabLine value={kind} aria-label={t("title")}>
          {KINDS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(each)}
            </Tabs.Tab>
          ))}
        </TabLine>
      </Tabs>
      <LoadedList query={query} empty={t(`no-${kind}`)} hint={t(`hint-${kind}`)} height={200}>
        {(each) => <Row key={each.id} product={each} onOpen={() => change({ product: each.id })} />}
      </LoadedList>
    </SettingsPage>
  );
}

function Row({ product, onOpen }: { readonly product: Prepaid; readonly onOpen: () => void }) {
  const formats = useFormats();
  const facts = useFacts(product);
  return (
    <ListRow
      onOpen={onOpen}
      name={product.name}
      about={facts.map((fact) => <span key={fact}>{fact}</span>)}
      end={<span className="numbers">{formats.money(product.price)}</span>}
    />
  );
}

/** Returns the value and validity of a product as short texts. */
function useFacts(product: Prepaid): string[] {
  const t = useText(prepaidTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const { data: services = [] } = useQuery(servicesQuery(business));
  const validity = (months: number | null) => (months === null ? [] : [t("validFor", { count: months })]);
  if (product.kind === "gift-cards")
    return [t("worth", { value: formats.money(product.value) }), ...validity(product.valid_months)];
  const named = product.service_ids.flatMap((id) => services.find((each) => each.id === id)?.name ?? []);
  const paysFor = named.length === 0 ? t("everyService") : named.join(", ");
  if (product.kind === "packages")
    return [t("unitsOf", { count: product.units }), paysFor, ...validity(product.valid_months)];
  return [
    t("creditsOf", { count: product.credits }),
    t("everyMonths", { count: product.period_months }),
    t("periodsOf", { count: product.periods }),
    paysFor,
  ];
}
