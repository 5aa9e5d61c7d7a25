import { closingsTexts } from "@daybook/i18n/closings";
import { Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { useChosenLocation } from "../../../base/locations.ts";
import { pagedQuery } from "../../../base/pagedQuery.ts";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import list from "../../../ui/List.module.css";
import { Page } from "../../../ui/Page.tsx";
import { PagedList } from "../../../ui/PagedList.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { ClosingForm } from "./ClosingForm.tsx";
import { ClosingRow } from "./ClosingRow.tsx";

const PAGE = 30;

/** Lists the location's day closings, newest first. Expands a new day closing to show its differences. */
export default function ClosingsPage() {
  const t = useText(closingsTexts);
  const { id: business } = useBusiness();
  const { location } = useChosenLocation();
  const [search, change] = useScreenSearch();
  const [openId, setOpenId] = useState<string>();
  const pages = useInfiniteQuery({
    ...pagedQuery([business, "sales", "closings", location?.id], (page) =>
      api.dayClosings.list({
        path: { business },
        query: {
          limit: PAGE,
          ...(location === undefined ? {} : { location_id: location.id }),
          ...page,
        },
      }),
    ),
    enabled: location !== undefined,
  });
  const close = () => change({ new: undefined });
  return (
    <Page
      title={t("title")}
      back={<BackLink to="sales">{t("back")}</BackLink>}
      actions={
        <ActionButton operation="createDayClosing" onClick={() => change({ new: "1" })}>
          {t("closeDay")}
        </ActionButton>
      }
      panel={
        search.new !== undefined &&
        location !== undefined && (
          <SidePanel title={t("count")} onClose={close}>
            <ClosingForm
              key={location.id}
              locationId={location.id}
              onDone={(id) => {
                setOpenId(id);
                close();
              }}
            />
          </SidePanel>
        )
      }
    >
      {location !== undefined && (
        <Text size="sm" c="dimmed" mb="md" maw={640}>
          {t("intro", { location: location.name })}
        </Text>
      )}
      <PagedList pages={pages} empty={<EmptyNote title={t("empty")} hint={t("emptyHint")} />}>
        {(closings) => (
          <ul className={`surface ${list.list}`}>
            {closings.map((closing) => (
              <ClosingRow
                key={closing.id}
                closing={closing}
                isOpen={openId === closing.id}
                onToggle={() => setOpenId(openId === closing.id ? undefined : closing.id)}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  );
}
