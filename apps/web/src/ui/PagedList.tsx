import { shellTexts } from "@daybook/i18n/shell";
import { Button, Group, Skeleton, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "../base/language.tsx";
import { ProblemNote } from "./ProblemNote.tsx";
import { useDelayed } from "./useDelayed.ts";

/** The parts of an infinite query that the list needs. */
interface Pages<Item> {
  readonly data: { readonly pages: readonly { readonly items: readonly Item[] }[] } | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
  readonly refetch: () => Promise<unknown>;
}

/** Returns the items of all pages that an infinite query has loaded. */
export function itemsOf<Item>({ data }: Pick<Pages<Item>, "data">): Item[] {
  return data?.pages.flatMap(({ items }) => items) ?? [];
}

/**
 * Renders a paginated list: the items, or `empty` if there are none, and a button that loads the next page. Shows a skeleton if loading the
 * first page takes long, and an error message if a request failed.
 */
export function PagedList<Item>({
  pages,
  empty,
  skeletonHeight = 200,
  children,
}: {
  readonly pages: Pages<Item>;
  readonly empty: ReactNode;
  readonly skeletonHeight?: number;
  readonly children: (items: readonly Item[]) => ReactNode;
}) {
  const t = useText(shellTexts);
  const showsSkeleton = useDelayed(pages.isPending, 300);
  const items = itemsOf(pages);
  return (
    <Stack gap="md">
      <ProblemNote error={pages.error} onRetry={() => void pages.refetch()} />
      {pages.isPending && showsSkeleton && <Skeleton height={skeletonHeight} />}
      {pages.data !== undefined && items.length === 0 && empty}
      {items.length > 0 && children(items)}
      {pages.hasNextPage && (
        <Group justify="center">
          <Button
            variant="default"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {t("showMore")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
