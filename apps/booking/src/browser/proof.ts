/** Solves the proof of work of the waiting page in a Web Worker, and submits the form with the solution. */
export function solveProof(): void {
  const form = document.querySelector<HTMLFormElement>("[data-challenge]");
  const input = form?.querySelector<HTMLInputElement>("[name=proof]");
  if (form == null || input == null) return;
  const worker = new Worker(form.dataset.solver ?? "", { type: "module" });
  worker.onmessage = ({ data }) => {
    worker.terminate();
    input.value = String(data);
    form.requestSubmit();
  };
  worker.postMessage(form.dataset.challenge);
}
