import { translator } from "@daybook/i18n";
import { kioskTexts } from "@daybook/i18n/kiosk";
import { DEFAULT_ACCENT } from "@daybook/tokens";
import { renderToString } from "preact-render-to-string";
import { KioskDocument } from "../pages/KioskDocument.tsx";
import style from "../styles/kiosk.css?inline";
import type { PageAnswer, PageFiles, PageHost, PageRequest } from "./host.ts";
import { policyOf } from "./pagePolicy.ts";
import { variablesOf } from "./theme.ts";
import { pageLanguage } from "./visit.ts";

const CSS = `${variablesOf(DEFAULT_ACCENT)}${style}`;

/**
 * Renders the page of a kiosk without data. The script reads the data with the kiosk's cookie. The script stores client data only in memory
 * and, while the client fills in forms, in the session storage (decision 51). `no-store` also excludes the page from the
 * back-forward cache.
 */
export async function kioskPage(request: PageRequest, host: PageHost, files: PageFiles): Promise<PageAnswer> {
  const language = pageLanguage(undefined, request.acceptLanguage, "en");
  const t = translator(await kioskTexts.load(language), language);
  const document = (
    <KioskDocument
      language={language}
      title={t("title")}
      noScript={t("noScript")}
      css={CSS}
      script={files.kiosk}
    />
  );
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policyOf(host, CSS),
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    },
    body: `<!doctype html>${renderToString(document)}`,
  };
}
