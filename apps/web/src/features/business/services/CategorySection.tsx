import { menuTexts } from "@daybook/i18n/menu";
import type { DataOf, Service } from "@daybook/sdk";
import { ActionIcon, Group, Text } from "@mantine/core";
import { useRef, useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { refresh } from "../../../base/queries.ts";
import { useScreenSearch } from "../../../base/search.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useBlockedReason } from "../../../ui/useBlockedReason.ts";
import { useWrite } from "../../../ui/useWrite.ts";
import classes from "./MenuPage.module.css";
import { placed, positionsAfterMove } from "./order.ts";
import { ServiceRow } from "./ServiceRow.tsx";
import { useReorder } from "./useReorder.ts";

export type Category = DataOf<"get", "/businesses/{business}/service-categories">["items"][number];

type Positions = readonly { readonly id: string; readonly position: number }[];

/** Shows a category with its services, which the user can reorder by dragging or with the arrow keys. */
export function CategorySection({
  category,
  services,
}: {
  readonly category: Category | null;
  readonly services: readonly Service[];
}) {
  const t = useText(menuTexts);
  const { id: business } = useBusiness();
  const [, change] = useScreenSearch();
  const [announced, setAnnounced] = useState("");
  const blocked = useBlockedReason("updateService");
  const write = useWrite({
    operation: "updateService",
    changes: ["services"],
    run: async (positions: Positions) => {
      for (const { id, position } of positions)
        await api.services.update({ path: { business, service: id }, body: { position } });
    },
  });
  // The new positions of moved services, until the fetched list contains them. Without these positions, a response to a request from before
  // the save would show the old order again.
  const [moved, setMoved] = useState<ReadonlyMap<string, number>>(new Map());
  // The moves that are not saved yet. `save` saves the moves one after another.
  const waiting = useRef<Positions[]>([]);
  const save = async (positions: Positions) => {
    waiting.current.push(positions);
    if (waiting.current.length > 1) return;
    for (let next = waiting.current[0]; next !== undefined; next = waiting.current[0]) {
      await write.send(next);
      waiting.current.shift();
    }
    await refresh(business, ["services"]);
    if (waiting.current.length === 0) setMoved(new Map());
  };
  const { shown, list, handleProps, draggedId } = useReorder(placed(services, moved), (order, id) => {
    const positions = positionsAfterMove(order, id);
    setMoved(
      (earlier) => new Map([...earlier, ...positions.map((each) => [each.id, each.position] as const)]),
    );
    const place = order.findIndex((service) => service.id === id);
    setAnnounced(t("moved", { name: order[place]?.name ?? "", place: place + 1, count: order.length }));
    void save(positions);
  });
  const name = category?.name ?? t("noCategory");
  return (
    <section aria-label={name}>
      <Group gap="xs" mb={6} className={classes.sectionHead}>
        <h2>{name}</h2>
        {category !== null && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("editCategory", { name })}
            onClick={() => change({ category: category.id })}
          >
            <Icon name="pencil" size={18} />
          </ActionIcon>
        )}
      </Group>
      {category?.description && (
        <Text size="sm" c="dimmed" mb="xs">
          {category.description}
        </Text>
      )}
      <ProblemNote error={write.error} />
      {services.length === 0 ? (
        <Text size="sm" c="dimmed" className={`surface ${classes.none}`}>
          {t("emptyCategory")}
        </Text>
      ) : (
        <ul ref={list} className={`surface ${classes.list}`}>
          {shown.map((service) => (
            <ServiceRow
              key={service.id}
              service={service}
              isDragged={service.id === draggedId}
              {...(blocked === undefined ? { handleProps: handleProps(service.id) } : {})}
              onOpen={() => change({ service: service.id })}
            />
          ))}
        </ul>
      )}
      <div className="visually-hidden" aria-live="polite">
        {announced}
      </div>
    </section>
  );
}
