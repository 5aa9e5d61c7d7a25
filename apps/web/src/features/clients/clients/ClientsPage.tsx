import { clientsTexts } from "@daybook/i18n/clients";
import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useBusiness, useMay } from "../../../base/business.tsx";
import { useOfferCommands } from "../../../base/commands.ts";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { InTopBar } from "../../../base/topBarSlot.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { ClientList } from "./ClientList.tsx";
import { ClientPanel } from "./ClientPanel.tsx";
import classes from "./ClientsPage.module.css";
import { clientsQuery, MIN_LETTERS } from "./queries.ts";

/** Lists all clients by name. The search by name, phone number or e-mail address starts once two characters are typed. */
export default function ClientsPage() {
  const t = useText(clientsTexts);
  const { id: business } = useBusiness();
  const navigate = useNavigate();
  const [search, change] = useScreenSearch();
  const [typed, setTyped] = useState(search.q ?? "");
  const [settled] = useDebouncedValue(typed.trim(), 120);
  const q = settled.length >= MIN_LETTERS ? settled : "";
  const list = useRef<HTMLUListElement>(null);
  const found = useInfiniteQuery(clientsQuery(business, q));
  const clients = useMemo(() => found.data?.pages.flatMap(({ items }) => items) ?? [], [found.data]);
  useEffect(() => {
    if ((search.q ?? "") !== q) change({ q: q === "" ? undefined : q }, { replace: true });
  }, [q, search.q, change]);
  const open = useCallback(
    (client: string) => void navigate({ to: `/${business}/clients/${client}` as never, search: {} as never }),
    [navigate, business],
  );
  const isCurrent = q !== "" && settled === typed.trim() && found.isSuccess && !found.isPlaceholderData;
  const firstId = clients[0]?.id;
  // If the user presses Enter before the search results arrive, the first client opens when the results arrive.
  const [isEntered, setEntered] = useState(false);
  useEffect(() => {
    if (!isEntered || !isCurrent) return;
    setEntered(false);
    if (firstId !== undefined) open(firstId);
  }, [isEntered, isCurrent, firstId, open]);
  const mayImport = useMay("createImport");
  const openImport = useCallback(
    () => void navigate({ to: `/${business}/settings/imports` as never, search: {} as never }),
    [navigate, business],
  );
  const commands = useMemo(
    () => [
      { label: t("newClient"), icon: "plus" as const, run: () => change({ edit: "new" }) },
      ...(mayImport ? [{ label: t("import"), icon: "upload" as const, run: openImport }] : []),
    ],
    [t, change, mayImport, openImport],
  );
  useOfferCommands(commands);
  const isEmpty = found.isSuccess && clients.length === 0;
  return (
    <div className={classes.page}>
      <title>{`${t("title")} · Daybook`}</title>
      <h1 className="visually-hidden">{t("title")}</h1>
      <InTopBar>
        <TextInput
          type="search"
          aria-label={t("search")}
          placeholder={t("searchHint")}
          leftSection={<Icon name="search" size={18} />}
          flex={1}
          maw={480}
          autoFocus
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setEntered(false);
          }}
          onBlur={() => setEntered(false)}
          onKeyDown={(event) => {
            if (event.key === "ArrowDown") {
              event.preventDefault();
              list.current?.querySelector("a")?.focus();
            }
            if (event.key === "Enter") setEntered(true);
          }}
        />
        <ActionButton
          operation="createClient"
          ml="auto"
          leftSection={<Icon name="plus" size={18} />}
          onClick={() => change({ edit: "new" })}
        >
          {t("newClient")}
        </ActionButton>
      </InTopBar>
      <div className={classes.content}>
        {found.error !== null && (
          <div className={classes.note}>
            <ProblemNote error={found.error} onRetry={() => void found.refetch()} />
          </div>
        )}
        {isEmpty ? (
          <Stack align="center" gap="xs" className={classes.empty} role="status">
            <Text fw={600}>{q === "" ? t("emptyTitle") : t("emptySearch", { q })}</Text>
            <Text c="dimmed" ta="center">
              {t(q === "" ? "emptyHint" : "emptySearchHint")}
            </Text>
            {q === "" && mayImport && (
              <Button variant="default" leftSection={<Icon name="upload" size={18} />} onClick={openImport}>
                {t("import")}
              </Button>
            )}
          </Stack>
        ) : (
          <ClientList
            key={q}
            listRef={list}
            clients={clients}
            isLoading={found.isPending}
            hasMore={found.hasNextPage}
            onEnd={() => {
              if (!found.isFetching) void found.fetchNextPage();
            }}
          />
        )}
      </div>
      {search.edit === "new" && (
        <ClientPanel onClose={() => change({ edit: undefined })} onDone={({ id }) => open(id)} />
      )}
    </div>
  );
}
