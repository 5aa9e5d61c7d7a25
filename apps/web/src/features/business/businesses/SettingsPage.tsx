import { settingsTexts } from "@daybook/i18n/settings";
import { shellTexts } from "@daybook/i18n/shell";
import { type OperationName, rolesOf } from "@daybook/sdk";
import { Link } from "@tanstack/react-router";
import { useBusiness } from "../../../base/business.tsx";
import type { IconName } from "../../../base/iconName.ts";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Page } from "../../../ui/Page.tsx";
import { ROLE_KEYS } from "../../../ui/useBlockedReason.ts";
import classes from "./SettingsPage.module.css";

interface Entry {
  readonly key:
    | "business"
    | "setup"
    | "locations"
    | "kiosks"
    | "policies"
    | "bookingPage"
    | "messages"
    | "clientFields"
    | "forms"
    | "taxRates"
    | "products"
    | "prepaid"
    | "promotions"
    | "payments"
    | "members"
    | "apiKeys"
    | "webhooks"
    | "connectors"
    | "calendarFeeds"
    | "imports"
    | "exports"
    | "sandbox"
    | "auditLog";
  readonly path: string;
  readonly icon: IconName;
  readonly needs: OperationName;
}

interface Group {
  readonly title: "groupBusiness" | "groupMoney" | "groupAccess";
  readonly entries: readonly Entry[];
}

/** The settings screens by subject. Entries that the user's role may not open stay visible and list the allowed roles. */
const GROUPS: readonly Group[] = [
  {
    title: "groupBusiness",
    entries: [
      { key: "business", path: "business", icon: "door", needs: "updateBusiness" },
      { key: "setup", path: "../setup", icon: "check", needs: "createLocation" },
      { key: "locations", path: "locations", icon: "location", needs: "updateLocation" },
      { key: "kiosks", path: "kiosks", icon: "tablet", needs: "listKiosks" },
      { key: "policies", path: "policies", icon: "note", needs: "getPolicy" },
      { key: "bookingPage", path: "booking-page", icon: "globe", needs: "getBookingPage" },
      { key: "messages", path: "messages", icon: "mail", needs: "getMessageSettings" },
      { key: "clientFields", path: "client-fields", icon: "fields", needs: "updateClientField" },
      { key: "forms", path: "forms", icon: "form", needs: "createFormTemplate" },
    ],
  },
  {
    title: "groupMoney",
    entries: [
      { key: "products", path: "products", icon: "product", needs: "listProducts" },
      { key: "prepaid", path: "prepaid", icon: "wallet", needs: "listPackages" },
      { key: "promotions", path: "promotions", icon: "percent", needs: "listPromotions" },
      { key: "payments", path: "payments", icon: "money", needs: "getPaymentAccount" },
      { key: "taxRates", path: "tax-rates", icon: "receipt", needs: "updateTaxRate" },
    ],
  },
  {
    title: "groupAccess",
    entries: [
      { key: "members", path: "users", icon: "clients", needs: "listBusinessMembers" },
      { key: "apiKeys", path: "api-keys", icon: "key", needs: "listApiKeys" },
      { key: "webhooks", path: "webhooks", icon: "webhook", needs: "listWebhookEndpoints" },
      { key: "connectors", path: "connectors", icon: "plug", needs: "listApiKeys" },
      { key: "calendarFeeds", path: "calendar-feeds", icon: "calendar", needs: "listCalendarFeeds" },
      { key: "imports", path: "imports", icon: "upload", needs: "listImports" },
      { key: "exports", path: "exports", icon: "download", needs: "listExports" },
      { key: "sandbox", path: "sandbox", icon: "flask", needs: "advanceTestClock" },
      { key: "auditLog", path: "audit-log", icon: "list", needs: "listAuditEntries" },
    ],
  },
];

export default function SettingsPage() {
  const t = useText(settingsTexts);
  return (
    <Page title={t("title")}>
      {GROUPS.map(({ title, entries }) => (
        <section key={title} className={classes.group} aria-labelledby={`group-${title}`}>
          <h2 id={`group-${title}`}>{t(title)}</h2>
          <ul className={classes.grid}>
            {entries.map((entry) => (
              <li key={entry.key}>
                <EntryCard entry={entry} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Page>
  );
}

function EntryCard({ entry: { key, path, icon, needs } }: { readonly entry: Entry }) {
  const t = useText(settingsTexts);
  const shell = useText(shellTexts);
  const { id, role } = useBusiness();
  const roles = rolesOf(needs);
  const content = (
    <>
      <Icon name={icon} size={22} />
      <span>
        <strong>{t(key)}</strong>
        <span className={classes.hint}>{t(`${key}Hint`)}</span>
      </span>
    </>
  );
  if (roles.includes(role))
    return (
      <Link
        to={(path.startsWith("../") ? `/${id}/${path.slice(3)}` : `/${id}/settings/${path}`) as never}
        className={`surface ${classes.card}`}
      >
        {content}
      </Link>
    );
  return (
    <div className={`surface ${classes.card}`}>
      {content}
      <span className={classes.roles}>
        {t("onlyFor", { roles: roles.map((each) => shell(ROLE_KEYS[each])).join(", ") })}
      </span>
    </div>
  );
}
