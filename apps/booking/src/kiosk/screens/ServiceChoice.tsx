import { useState } from "preact/hooks";
import { shownPrice } from "../../pages/price.ts";
import type { KioskMenu, KioskService } from "../api.ts";
import { useSpeech } from "../language.ts";
import { Heading } from "../parts/Heading.tsx";
import { Problem } from "../parts/Problem.tsx";

const MAX_SERVICES = 5;

/** Shows the menu as check boxes, with the number and total duration of the chosen services. */
export function ServiceChoice({
  menu,
  chosen,
  onChange,
  onNext,
}: {
  readonly menu: KioskMenu;
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly onNext: () => void;
}) {
  const { t } = useSpeech();
  const [isMissing, setMissing] = useState(false);
  const { services, categories } = menu;
  if (services.length === 0) return <Heading title={t("servicesTitle")} hint={t("noServices")} />;
  const groups = [...categories, undefined].flatMap((category) => {
    const members = services.filter(({ category_id }) => category_id === (category?.id ?? null));
    return members.length === 0 ? [] : [{ name: category?.name, members }];
  });
  const minutes = services
    .filter(({ id }) => chosen.includes(id))
    .reduce((sum, service) => sum + service.duration_minutes, 0);
  const toggle = (id: string) => {
    setMissing(false);
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length === 0) setMissing(true);
        else onNext();
      }}
    >
      <Heading title={t("servicesTitle")} hint={t("servicesHint", { max: MAX_SERVICES })} />
      {groups.map(({ name, members }) => (
        <fieldset key={name ?? ""}>
          {name !== undefined && <legend>{name}</legend>}
          <div class="services">
            {members.map((service) => (
              <Service
                key={service.id}
                service={service}
                isChosen={chosen.includes(service.id)}
                isFull={chosen.length >= MAX_SERVICES}
                onToggle={() => toggle(service.id)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <div class="sum">
        <Problem text={isMissing ? t("chooseOne") : undefined} />
        <p aria-live="polite">{chosen.length === 0 ? "" : t("chosen", { count: chosen.length, minutes })}</p>
        <button type="submit" class="main">
          {t("next")}
        </button>
      </div>
    </form>
  );
}

function Service({
  service,
  isChosen,
  isFull,
  onToggle,
}: {
  readonly service: KioskService;
  readonly isChosen: boolean;
  readonly isFull: boolean;
  readonly onToggle: () => void;
}) {
  const { t, formats } = useSpeech();
  const { name, duration_minutes: minutes, price } = service;
  const { amount, isFrom } = shownPrice(service, undefined);
  const money = formats.money({ ...price, amount });
  const shown = amount === 0 ? t("free") : isFrom ? t("priceFrom", { price: money }) : money;
  return (
    <label class="service">
      <input type="checkbox" checked={isChosen} disabled={isFull && !isChosen} onChange={onToggle} />
      <span>
        <strong>{name}</strong>
        <span class="soft">
          {t("minutes", { minutes })} · {shown}
        </span>
      </span>
    </label>
  );
}
