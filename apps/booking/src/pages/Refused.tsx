import type { ComponentChildren } from "preact";

/** Shows an error instead of a booking step: unknown business, business without online booking, or server error. */
export function Refused({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <main class="column refused">
      <h1>{title}</h1>
      {children}
    </main>
  );
}
