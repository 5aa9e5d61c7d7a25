import { urlOf } from "../server/choice.ts";
import type { PublicService } from "../server/visit.ts";
import { Hidden } from "./Document.tsx";
import { Place } from "./Place.tsx";
import type { PageProps } from "./pageProps.ts";
import { durationText, Notice } from "./parts.tsx";
import { priceText, shownPrice } from "./price.ts";

/** The minimum number of categories for which the menu shows category links. */
const RAIL_GROUPS = 3;

/** Shows the services with their prices as one form. The checked services form the cart. */
export function Menu({ visit, sealed, fields }: PageProps) {
  const { business, location, menu, choice, t, slug, progress, services } = visit;
  const texts = business.texts[visit.language];
  const groups = [
    ...menu.categories.map((category) => ({
      id: category.id,
      name: category.name,
      description: category.description,
      services: menu.services.filter((service) => service.category_id === category.id),
    })),
    {
      id: "none",
      name: menu.categories.length === 0 ? t("services") : t("otherServices"),
      description: null,
      services: menu.services.filter((service) => service.category_id === null),
    },
  ].filter((group) => group.services.length > 0);
  return (
    <>
      <div class="banner" aria-hidden="true" />
      <main class={groups.length < RAIL_GROUPS ? "column" : "column with-rail"}>
        <div class="hero">
          <h1>{texts.heading ?? business.name}</h1>
          {texts.introduction === null ? null : <p class="lead">{texts.introduction}</p>}
          <Place visit={visit} />
        </div>
        {business.locations.length < 2 ? null : (
          <nav class="chips" aria-label={t("locations")}>
            {business.locations.map(({ id, name }) => (
              <a
                class="chip"
                key={id}
                href={urlOf(`/b/${slug}`, "", { ...choice, locationId: id, serviceIds: [] }, sealed)}
                aria-current={id === location.id ? "true" : undefined}
              >
                {name}
              </a>
            ))}
          </nav>
        )}
        <Notice visit={visit} />
        {groups.length < RAIL_GROUPS ? null : (
          <nav class="rail" aria-label={t("services")}>
            {groups.map(({ id, name }) => (
              <a key={id} href={`#group-${id}`}>
                {name}
              </a>
            ))}
          </nav>
        )}
        {groups.length === 0 ? <p class="empty">{t("noServices")}</p> : null}
        <form
          action={`/b/${slug}/times`}
          method="get"
          class="menu"
          data-cart
          data-max="5"
          data-texts={cartTexts(visit)}
        >
          <Hidden fields={fields.filter(([name]) => !isChosenAgain(name, sealed))} sealed={sealed} />
          {groups.map((group) => (
            <section key={group.id} aria-labelledby={`group-${group.id}`}>
              <h2 id={`group-${group.id}`} tabIndex={-1}>
                {group.name}
              </h2>
              {group.description === null ? null : <p class="soft">{group.description}</p>}
              <ul class="services">
                {group.services.map((service) => (
                  <ServiceRow key={service.id} visit={visit} service={service} />
                ))}
              </ul>
            </section>
          ))}
          {groups.length === 0 ? null : (
            <div class="dock">
              <div class="column">
                <p class="sum" data-sum aria-live="polite">
                  {progress.problems?.service === undefined
                    ? services.length === 0
                      ? t("chooseServices")
                      : sumText(visit)
                    : t("atMostServices")}
                </p>
                <button type="submit" class="primary">
                  {t("continue")}
                </button>
              </div>
            </div>
          )}
        </form>
      </main>
    </>
  );
}

/**
 * Renders the number and duration of the chosen services, and their total price. When the choice changes, `watchCart` replaces
 * these elements.
 */
function sumText(visit: PageProps["visit"]) {
  const { services, t } = visit;
  const number = t("chosen", { count: services.length });
  return (
    <>
      <span>
        {number} · {durationText(visit, services)}
      </span>
      <i> · </i>
      <strong>{priceText(visit, services)}</strong>
    </>
  );
}

/**
 * Whether the menu's form omits the hidden input of this field. The check boxes submit the services. If the page has progress,
 * such as a hold, the form also omits the date, so that the times for the new services open on the first available day.
 */
function isChosenAgain(name: string, sealed: string | undefined): boolean {
  return name === "service" || (name === "date" && sealed !== undefined);
}

function ServiceRow({
  visit,
  service,
}: {
  readonly visit: PageProps["visit"];
  readonly service: PublicService;
}) {
  const { t, choice } = visit;
  const { amount, isFrom } = shownPrice(service, choice.staffId);
  return (
    <li>
      <label class="service">
        <span class="about">
          <span class="name">{service.name}</span>
          <span class="soft">
            {durationText(visit, [service])}
            {service.requires_approval ? ` · ${t("onRequest")}` : ""}
          </span>
          {service.description === null ? null : <span class="description">{service.description}</span>}
          {service.requires_patch_test ? <span class="rule">{t("patchTestRule")}</span> : null}
        </span>
        <span class="price">{priceText(visit, [service])}</span>
        <input
          type="checkbox"
          name="service"
          value={service.id}
          checked={choice.serviceIds.includes(service.id)}
          data-minutes={service.duration_minutes}
          data-price={amount}
          data-from={isFrom ? "1" : undefined}
        />
        <span class="tick" aria-hidden="true" />
      </label>
    </li>
  );
}

/** Returns the texts that the script needs to update the cart's total, as JSON. */
function cartTexts({ t, formats, business, language }: PageProps["visit"]): string {
  const counts = ["one", "other"].map((form) => [form, t("chosen", { count: form === "one" ? 1 : 2 })]);
  const plural = Object.fromEntries(counts.map(([form, text]) => [form, text?.replace(/[12]/, "{count}")]));
  return JSON.stringify({
    locale: formats.locale,
    language,
    currency: business.currency,
    none: t("chooseServices"),
    max: t("atMostServices"),
    free: t("free"),
    from: t("from", { price: "{price}" }),
    minutes: t("minutes", { minutes: "{minutes}" }),
    hours: t("hours", { hours: "{hours}" }),
    hoursAndMinutes: t("hoursAndMinutes", { hours: "{hours}", minutes: "{minutes}" }),
    ...plural,
  });
}
