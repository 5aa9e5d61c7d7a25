import type { ComponentChildren } from "preact";

/** A page without a booking: unknown business, business without online booking, server error. */
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
