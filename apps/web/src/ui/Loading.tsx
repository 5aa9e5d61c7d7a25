import { Skeleton } from "@mantine/core";
import { ProblemNote } from "./ProblemNote.tsx";
import { useDelayed } from "./useDelayed.ts";

/** The state of a query, and the function that repeats its request. */
export interface LoadingQuery {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly refetch: () => Promise<unknown>;
}

/** Shows a skeleton if loading takes longer than 300 ms, and an error message with a retry button if the request fails. */
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
