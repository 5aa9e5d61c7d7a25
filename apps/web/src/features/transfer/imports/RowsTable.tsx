import { importsTexts } from "@daybook/i18n/imports";
import { SegmentedControl } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import { PagedList } from "../../../ui/PagedList.tsx";
import table from "../../../ui/Table.module.css";
import { AppointmentCells } from "./AppointmentCells.tsx";
import type { ImportKind } from "./kindTexts.ts";
import { PROBLEM_TEXTS } from "./problemTexts.ts";
import { type Import, type ImportRow, importRowsQuery, type RowFilter } from "./queries.ts";
import { ServiceCells } from "./ServiceCells.tsx";

const OUTCOMES = { created: "outcomeCreated", matched: "outcomeMatched", refused: "outcomeRefused" } as const;
const FILTERS = { all: "filterAll", ...OUTCOMES, problems: "filterProblems" } as const;

/** Lists the rows of a file with their outcomes and problems, with a filter. */
export function RowsTable({ one }: { readonly one: Import }) {
  const t = useText(importsTexts);
  const { id: business } = useBusiness();
  const [filter, setFilter] = useState<RowFilter>("all");
  const hasProblems = one.counts.with_problems > 0;
  const pages = useInfiniteQuery(
    importRowsQuery(business, one.id, filter, `${one.status} ${one.updated_at}`),
  );
  return (
    <div>
      <div className={table.scroll} style={{ marginBottom: 12 }}>
        <SegmentedControl
          aria-label={t("filter")}
          data={Object.entries(FILTERS).map(([value, key]) => ({ value, label: t(key) }))}
          value={filter}
          onChange={(value) => setFilter(value as RowFilter)}
        />
      </div>
      <PagedList
        pages={pages}
        skeletonHeight={240}
        empty={<EmptyNote title={t("noRows")} hint={t("noRowsHint")} />}
      >
        {(rows) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: users must be able to scroll by keyboard.
          <section className={`surface ${table.scroll}`} aria-label={t("rowsOf")} tabIndex={0}>
            <table className={table.table}>
              <thead>
                <tr>
                  <th scope="col">{t("row")}</th>
                  <th scope="col">{t("name")}</th>
                  {KINDS[one.kind].columns.map((key) => (
                    <th key={key} scope="col">
                      {t(key)}
                    </th>
                  ))}
                  <th scope="col">{t("outcome")}</th>
                  {hasProblems && (
                    <th scope="col" style={{ minWidth: "14rem" }}>
                      {t("problems")}
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <Row key={row.row_number} kind={one.kind} row={row} hasProblems={hasProblems} />
                ))}
              </tbody>
            </table>
          </section>
        )}
      </PagedList>
    </div>
  );
}

/**
 * For each kind of import: the columns between the name and the result, the component that renders their cells, and the text for a record
 * without a name.
 */
const KINDS = {
  clients: { columns: ["contact"], Cells: ContactCell, record: "client" },
  services: {
    columns: ["fieldCategory", "fieldDuration", "fieldPrice", "fieldStaff"],
    Cells: ServiceCells,
    record: "service",
  },
  appointments: {
    columns: ["start", "fieldService", "fieldStaffMember"],
    Cells: AppointmentCells,
    record: "client",
  },
} as const satisfies Record<ImportKind, object>;

interface RowProps {
  readonly kind: ImportKind;
  readonly row: ImportRow;
  /** Whether the table has a column for problems. */
  readonly hasProblems: boolean;
}

function Row({ kind, row, hasProblems }: RowProps) {
  const t = useText(importsTexts);
  const { id: business } = useBusiness();
  const { row_number, name, outcome, problems } = row;
  const { Cells, record } = KINDS[kind];
  const path = pathOf(row);
  return (
    <tr>
      <td className="numbers">{row_number}</td>
      <th scope="row">
        {path === null ? (
          (name ?? "–")
        ) : (
          <Link
            to={`/${business}/${path.to}` as never}
            search={path.search as never}
            style={{ color: "inherit" }}
          >
            {name ?? t(record)}
          </Link>
        )}
      </th>
      <Cells row={row} />
      <td style={{ whiteSpace: "nowrap" }}>{outcome === null ? "–" : t(OUTCOMES[outcome])}</td>
      {hasProblems && (
        <td>
          {problems.map(({ column, code }) => (
            <div key={`${column} ${code}`}>
              {column === null ? t(PROBLEM_TEXTS[code]) : `${column}: ${t(PROBLEM_TEXTS[code])}`}
            </div>
          ))}
        </td>
      )}
    </tr>
  );
}

/** Returns the screen of the record that a row created or matched, with the screen's parameters; null if there is no record. */
function pathOf({ client_id, service_id, appointment_id, appointment }: ImportRow) {
  if (appointment_id !== null) {
    const { starts_at, location_id } = appointment ?? {};
    return {
      to: "calendar",
      search: { date: starts_at?.slice(0, 10), location: location_id, open: appointment_id },
    };
  }
  if (client_id !== null) return { to: `clients/${client_id}`, search: {} };
  return service_id === null ? null : { to: "menu", search: { service: service_id } };
}

function ContactCell({ row: { phone_e164, email } }: { readonly row: ImportRow }) {
  return <td>{[phone_e164, email].filter(Boolean).join(", ")}</td>;
}
