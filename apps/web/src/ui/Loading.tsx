import { Skeleton } from "@mantine/core";
import { ProblemNote } from "./ProblemNote.tsx";
import { useDelayed } from "./useDelayed.ts";

/** The parts of a query that show its progress. */
export interface LoadingQuery {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly refetch: () => Promise<unknown>;
}

/** Shows a skeleton while a query takes long, and why it failed. */
export function Loading({
  query: { isPending, error, refetch },
  height,
  width = "100%",
}: {
  readonly query: LoadingQuery;
  readonly height: number;
  readonly width?: number | string;
}) {
  const showsSkeleton = useDelayed(isPending, 300);
  return (
    <>
      <ProblemNote error={error} onRetry={() => void refetch()} />
      {isPending && showsSkeleton && <Skeleton height={height} maw={width} />}
    </>
  );
}
