import { importsTexts } from "@daybook/i18n/imports";
import { SimpleGrid } from "@mantine/core";
import { useText } from "../../../base/language.tsx";
import { KIND_TEXTS } from "./kindTexts.ts";
import type { Import } from "./queries.ts";

/** Shows the row count per outcome, and the number of rows with problems. */
export function Counts({ one: { kind, counts } }: { readonly one: Pick<Import, "kind" | "counts"> }) {
  const t = useText(importsTexts);
  const shown = [
    [KIND_TEXTS[kind].countCreated, counts.created],
    ["countMatched", counts.matched],
    ["countRefused", counts.refused],
    ["countProblems", counts.with_problems],
  ] as const;
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} mb="md" component="dl" m={0}>
      {shown.map(([key, count]) => (
        <div key={key} className="surface" style={{ padding: "12px 16px" }}>
          <dt style={{ color: "var(--db-ink-soft)", fontSize: "0.8125rem" }}>{t(key)}</dt>
          <dd className="numbers" style={{ margin: 0, fontSize: "1.5rem", fontWeight: 650 }}>
            {count}
          </dd>
        </div>
      ))}
    </SimpleGrid>
  );
}
