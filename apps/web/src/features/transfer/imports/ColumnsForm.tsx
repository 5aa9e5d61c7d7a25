import { importsTexts } from "@daybook/i18n/imports";
import { Group, Select, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useLanguage, useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import list from "../../../ui/List.module.css";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { FIELD_TEXTS, KIND_TEXTS } from "./kindTexts.ts";
import { clientFieldsQuery, type Import, type ImportTargets, sampleRowsQuery } from "./queries.ts";

const NONE = "none";

/** Assigns the columns of a file to fields. The server then checks every row. */
export function ColumnsForm({ one }: { readonly one: Import }) {
  const t = useText(importsTexts);
  const { id: business } = useBusiness();
  const texts = KIND_TEXTS[one.kind];
  const isOfClients = one.kind === "clients";
  const [targets, setTargets] = useState<ImportTargets>(one.targets);
  const [dateOrder, setDateOrder] = useState(one.date_order);
  const [country, setCountry] = useState(one.phone_country);
  const [problem, setProblem] = useState<string>();
  const { data: fields = [] } = useQuery(clientFieldsQuery(business));
  const { data: samples = [] } = useQuery(sampleRowsQuery(business, one.id));
  const write = useWrite({
    operation: "replaceImportMapping",
    changes: ["settings"],
    onFields: (errors) =>
      setProblem(t(Object.keys(errors).length > 1 ? texts.chosenTwice : texts.chooseRequired)),
    run: (body: { targets: ImportTargets; date_order: Import["date_order"]; phone_country: string }) =>
      api.put("/businesses/{business}/imports/{import}/mapping", {
        path: { business, import: one.id },
        body,
      }),
  });
  const check = () => {
    setProblem(undefined);
    void write.send({ targets, date_order: dateOrder, phone_country: country });
  };
  const choices = [
    { value: NONE, label: t("fieldNone") },
    ...Object.entries(FIELD_TEXTS[one.kind]).map(([value, key]) => ({ value, label: t(key) })),
    ...(isOfClients ? fields.map(({ id, label }) => ({ value: `field:${id}`, label })) : []),
  ];
  return (
    <section aria-labelledby="import-columns">
      <Title order={2} size="h4" mb={4} id="import-columns">
        {t("columns")}
      </Title>
      <Text size="sm" c="dimmed" mb="sm" maw={640}>
        {t("columnsHint")}
      </Text>
      <ul className={`surface ${list.list}`}>
        {one.columns.map((column, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file keep their places, and names may repeat.
          <li key={index} className={`${list.row} ${list.wraps}`}>
            <div className={list.text}>
              <div className={list.name}>{column}</div>
              <div className={list.about}>
                <span>{sampleOf(samples, index) ?? t("noSample")}</span>
              </div>
            </div>
            <Select
              aria-label={t("fieldOf", { column })}
              w={320}
              maw="100%"
              allowDeselect={false}
              searchable
              data={choices}
              value={targets[index] ?? NONE}
              onChange={(value) =>
                setTargets(targets.map((each, at) => (at === index ? (value === NONE ? null : value) : each)))
              }
            />
          </li>
        ))}
      </ul>
      <Stack mt="md" maw={560}>
        {one.kind !== "services" && (
          <Group grow preventGrowOverflow={false} align="flex-start">
            <Select
              label={t("dateOrder")}
              allowDeselect={false}
              data={[
                { value: "day_first", label: t("dayFirst") },
                { value: "month_first", label: t("monthFirst") },
              ]}
              value={dateOrder}
              onChange={(value) => setDateOrder(value === "month_first" ? "month_first" : "day_first")}
            />
            <CountrySelect value={country} onChange={setCountry} />
          </Group>
        )}
        {problem === undefined ? (
          <ProblemNote error={write.error} onRetry={check} />
        ) : (
          <Text role="alert" c="red" size="sm">
            {problem}
          </Text>
        )}
        <Group>
          <ActionButton
            operation="replaceImportMapping"
            variant={one.status === "ready" ? "default" : "filled"}
            loading={write.isSending}
            onClick={check}
          >
            {t(one.status === "ready" ? "checkAgain" : "check")}
          </ActionButton>
        </Group>
      </Stack>
    </section>
  );
}

/** Returns the first non-empty value of a column. */
function sampleOf(
  rows: readonly { readonly cells: readonly string[] | null }[],
  index: number,
): string | undefined {
  return rows.map(({ cells }) => cells?.[index] ?? "").find((cell) => cell.trim() !== "");
}

/** Selects the country to use for phone numbers without a country code. */
function CountrySelect({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (country: string) => void;
}) {
  const t = useText(importsTexts);
  const { language } = useLanguage();
  const { data: codes = [value] } = useQuery({
    queryKey: ["phone countries"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await import("libphonenumber-js/min")).getCountries() as string[],
  });
  const regions = new Intl.DisplayNames(language, { type: "region" });
  const countries = codes
    .map((code) => ({ value: code, label: regions.of(code) ?? code }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
  return (
    <Select
      label={t("phoneCountry")}
      searchable
      allowDeselect={false}
      data={countries}
      value={value}
      onChange={(code) => onChange(code ?? value)}
    />
  );
}
