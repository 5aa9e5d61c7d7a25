import { isDeepStrictEqual } from "node:util";
import { utcOrNull } from "@daybook/engine";
import { contrastOf, DEFAULT_ACCENT } from "@daybook/tokens";
import { type FieldProblem, refuseIf } from "../../../kernel/errors.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { lockSettings } from "../../scheduling/snapshot/index.ts";
import { type BookingPageInputValues, type BookingPageSettings, LANGUAGES } from "./schema.ts";
import { findBookingPage, listFieldIds, writeBookingPage } from "./store.ts";

/** The minimum contrast between a button and the page (WCAG 2.2, 1.4.11). */
const MIN_CONTRAST = 3;

/** Reads the settings, or returns the defaults if no settings are stored. */
export async function readBookingPage(reader: Reader, businessId: string): Promise<BookingPageSettings> {
  const [row] = await reader.query(findBookingPage, { businessId });
  const {
    texts = textsOf({}),
    accent_color = DEFAULT_ACCENT,
    origins = [],
    waitlist_mode = "off",
    client_field_ids = null,
  } = row ?? {};
  const onWhite = contrastOf(accent_color, "#ffffff");
  return {
    texts,
    accent_color,
    accent_text_color: onWhite >= contrastOf(accent_color, "#000000") ? "#ffffff" : "#000000",
    origins,
    waitlist_mode,
    client_field_ids,
    updated_at: utcOrNull(row?.updated_at ?? null),
  };
}

/** Replaces all settings. Writes nothing if the settings are unchanged. Throws `validation_failed` for invalid settings. */
export async function replaceBookingPage(
  tx: Transaction,
  businessId: string,
  {
    texts = {},
    accent_color = DEFAULT_ACCENT,
    origins = [],
    waitlist_mode = "off",
    client_field_ids = null,
  }: BookingPageInputValues,
  now: number,
): Promise<BookingPageSettings> {
  const color = accent_color.toLowerCase();
  const fieldIds = client_field_ids?.map((id) => id.toLowerCase()) ?? null;
  refuseIf([
    ...contrastProblems(color),
    ...origins.flatMap(originProblems),
    ...(await fieldProblems(tx, businessId, fieldIds ?? [])),
  ]);
  lockSettings(tx, businessId);
  const before = await readBookingPage(tx, businessId);
  const settings = {
    texts: textsOf(texts),
    accent_color: color,
    origins,
    waitlist_mode,
    client_field_ids: fieldIds,
  };
  const isSame = isDeepStrictEqual({ ...before, ...settings }, before);
  if (!isSame) tx.write(writeBookingPage, { business_id: businessId, ...settings, updated_at: now });
  return isSame ? before : readBookingPage(tx, businessId);
}

function textsOf(sent: NonNullable<BookingPageInputValues["texts"]>): BookingPageSettings["texts"] {
  return Object.fromEntries(
    LANGUAGES.map((language) => {
      const { heading, introduction, confirmation } = sent[language] ?? {};
      // Free text has already been trimmed, so a text of spaces is empty here. An empty text is stored as null.
      return [
        language,
        {
          heading: heading || null,
          introduction: introduction || null,
          confirmation: confirmation || null,
        },
      ];
    }),
  ) as BookingPageSettings["texts"];
}

function contrastProblems(color: string): FieldProblem[] {
  const contrast = contrastOf(color, "#ffffff");
  if (contrast >= MIN_CONTRAST) return [];
  // Rounds down, because a contrast of 2.96 must not appear as 3.0.
  const shown = (Math.floor(contrast * 10) / 10).toFixed(1);
  const message = `must have a contrast ratio of at least ${MIN_CONTRAST}:1 against white, not ${shown}:1`;
  return [{ path: "/accent_color", message }];
}

/** Returns a problem for each id that is not an unarchived client field. */
async function fieldProblems(
  tx: Transaction,
  businessId: string,
  ids: readonly string[],
): Promise<FieldProblem[]> {
  if (ids.length === 0) return [];
  const known = new Set((await tx.query(listFieldIds, { businessId })).map(({ id }) => id));
  return ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ path: `/client_field_ids/${index}`, message: "is not a client field of this business" }],
  );
}

function originProblems(origin: string, index: number): FieldProblem[] {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  const isLocal = url?.protocol === "http:" && ["localhost", "127.0.0.1"].includes(url.hostname);
  if (url !== undefined && url.origin === origin && (url.protocol === "https:" || isLocal)) return [];
  return [
    {
      path: `/origins/${index}`,
      message:
        "must be an https origin without a path, such as https://www.example.com, or an http origin with the host localhost or 127.0.0.1",
    },
  ];
}
