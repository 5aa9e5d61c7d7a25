import { menuTexts } from "@daybook/i18n/menu";
import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useBusiness } from "../../../base/business.tsx";
import { servicesQuery } from "../../../base/catalogue.ts";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Page } from "../../../ui/Page.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { CategoryDialog } from "./CategoryDialog.tsx";
import { CategorySection } from "./CategorySection.tsx";
import { categoriesQuery } from "./queries.ts";
import { ServicePanel } from "./ServicePanel.tsx";

/** Shows the services by category, in the same order as on the booking page. */
export default function MenuPage() {
  const t = useText(menuTexts);
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const services = useQuery(servicesQuery(business));
  const categories = useQuery(categoriesQuery(business));
  const isLoading = services.isPending || categories.isPending;
  const showsSkeleton = useDelayed(isLoading, 300);
  const error = services.error ?? categories.error;
  const all = services.data ?? [];
  const sections = [...(categories.data ?? []), null].map((category) => ({
    category,
    services: all.filter(({ category_id }) => category_id === (category?.id ?? null)),
  }));
  return (
    <Page
      title={t("title")}
      actions={
        <>
          <ActionButton
            operation="createServiceCategory"
            variant="default"
            onClick={() => change({ category: "new" })}
          >
            {t("newCategory")}
          </ActionButton>
          <ActionButton operation="createService" onClick={() => change({ service: "new" })}>
            {t("newService")}
          </ActionButton>
        </>
      }
      panel={search.service !== undefined && <ServicePanel key={search.service} id={search.service} />}
    >
      <Stack gap="lg">
        <ProblemNote
          error={error}
          onRetry={() => {
            void services.refetch();
            void categories.refetch();
          }}
        />
        {isLoading && showsSkeleton && <Skeleton height={240} />}
        {!isLoading && error === null && all.length === 0 && (
          <Stack align="center" py="xl" gap="xs">
            <Text fw={600}>{t("empty")}</Text>
            <Text c="dimmed" size="sm">
              {t("emptyHint")}
            </Text>
            <Button variant="default" onClick={() => change({ service: "new" })}>
              {t("newService")}
            </Button>
          </Stack>
        )}
        {!isLoading &&
          sections
            .filter(({ category, services: own }) => category !== null || own.length > 0)
            .map((section) => <CategorySection key={section.category?.id ?? ""} {...section} />)}
      </Stack>
      {search.category !== undefined && (
        <CategoryDialog key={search.category} id={search.category} categories={categories.data ?? []} />
      )}
    </Page>
  );
}
