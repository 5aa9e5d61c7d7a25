/**
 * Embeds the booking page of a business in another site:
 * `<script src="https://book.example.com/embed.js" data-business="slug" data-open="button" async></script>`.
 * With `data-open="inline"`, the page appears at the position of the script. With `button` (default), the script adds a button
 * that opens the page in a dialog. With `popup`, every element with `data-daybook-open` opens the dialog. For each message from
 * the page, the script dispatches an event on `document`, such as `daybook:booked`.
 */
const script = document.currentScript;
if (script instanceof HTMLScriptElement) embed(script);

function embed(self: HTMLScriptElement): void {
  const { business = "", open = "button", label = "Book now", lang, service, location: place } = self.dataset;
  const server = new URL(self.src).origin;
  const url = new URL(`/b/${encodeURIComponent(business)}`, server);
  const fields = { embed: "1", origin: window.origin, lang, service, location: place };
  for (const [name, value] of Object.entries(fields)) if (value) url.searchParams.set(name, value);
  let frame: HTMLIFrameElement | undefined;
  let dialog: HTMLDialogElement | undefined;

  const makeFrame = (height: string) => {
    frame = document.createElement("iframe");
    frame.src = url.href;
    frame.title = label;
    frame.style.cssText = `width:100%;height:${height};border:0;display:block`;
    return frame;
  };
  const tell = (event: string, detail: object = {}) =>
    document.dispatchEvent(new CustomEvent(`daybook:${event}`, { detail }));
  const makeButton = (text: string, style: string, click: () => void) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.style.cssText = style;
    button.onclick = click;
    return button;
  };
  const show = () => {
    if (dialog === undefined) {
      dialog = document.createElement("dialog");
      dialog.style.cssText =
        "padding:0;border:0;border-radius:12px;width:min(100%,720px);height:min(100%,900px);max-height:100dvh";
      const close = makeButton(
        "×",
        "position:absolute;right:4px;top:4px;width:48px;height:48px;border:0;background:none;font:28px/1 system-ui;cursor:pointer",
        () => dialog?.close(),
      );
      close.ariaLabel = "Close";
      dialog.onclose = () => tell("closed");
      dialog.append(makeFrame("100%"), close);
      document.body.append(dialog);
    }
    dialog.showModal();
  };

  addEventListener("message", ({ origin, source, data }) => {
    if (origin !== server || source !== frame?.contentWindow || data?.source !== "daybook") return;
    const { source: _, event, ...detail } = data;
    if (event === "height" && open === "inline") frame.style.height = `${Number(data.height)}px`;
    tell(String(event), detail);
  });
  if (open === "inline") self.after(makeFrame("600px"));
  else if (open === "popup")
    document.addEventListener("click", (event) => {
      if (!(event.target instanceof Element) || !event.target.closest("[data-daybook-open]")) return;
      event.preventDefault();
      show();
    });
  else
    self.after(
      makeButton(
        label,
        "min-height:48px;padding:12px 24px;border:0;border-radius:10px;background:#0f766e;color:#fff;font:600 16px system-ui;cursor:pointer",
        show,
      ),
    );
}
