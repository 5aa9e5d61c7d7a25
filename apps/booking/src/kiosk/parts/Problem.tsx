/** Shows an error message and announces it to screen readers. */
export function Problem({ id, text }: { readonly id?: string; readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p class="problem" role="alert" {...(id === undefined ? {} : { id })}>
      {text}
    </p>
  );
}
