import { randomInt } from "node:crypto";

/** A page as a browser without scripts has it. */
export interface SeenPage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** What its heading says. */
  readonly heading: string;
  /** What it says in so many words to whoever cannot see it. */
  readonly alerts: string[];
  /** The names of what is to be filled in. */
  readonly fields: string[];
}

/** A browser that keeps cookies, fills in forms and has no scripts, over real HTTP. */
export interface PageVisitor {
  readonly cookies: Map<string, string>;
  open(path: string): Promise<SeenPage>;
  /** Fills in the form of the page that was opened last, and sends it where it says. */
  send(fields: Readonly<Record<string, string>>): Promise<SeenPage>;
  /** Sends whatever it is told, as a form. */
  post(path: string, body: string | URLSearchParams, headers?: Record<string, string>): Promise<SeenPage>;
}

/** A new one, behind a proxy that says it comes from an address of its own. */
export function pageVisitor(address: string): PageVisitor {
  const cookies = new Map<string, string>();
  const from = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  let last = "";
  const ask = async (path: string, init: RequestInit & { headers?: Record<string, string> }) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(address + path, {
      ...init,
      redirect: "manual",
      headers: { "x-forwarded-for": from, ...(cookie === "" ? {} : { cookie }), ...init.headers },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    last = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      text: last,
      heading: wordsOf(/<h1>(.*?)<\/h1>/s.exec(last)?.[1]),
      alerts: [...last.matchAll(/role="(?:alert|status)">\s*(?:<p>)?(.*?)</gs)].map(([, words]) =>
        wordsOf(words),
      ),
      fields: [...last.matchAll(/<input id="([\w-]+)"/g)].map(([, name]) => String(name)),
    };
  };
  const post: PageVisitor["post"] = (path, body, headers = {}) =>
    ask(path, {
      method: "POST",
      body: String(body),
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    });
  return {
    cookies,
    open: (path) => ask(path, {}),
    send: (fields) => {
      const hidden = [...last.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
      const action = /<form method="post" action="([^"]+)">/.exec(last)?.[1];
      if (action === undefined) throw new Error(`There is no form on the page:\n${last}`);
      const known = Object.fromEntries(hidden.map(([, name, value]) => [name, value]));
      return post(action, new URLSearchParams({ ...known, ...fields }));
    },
    post,
  };
}

function wordsOf(markup: string | undefined): string {
  const entities: Record<string, string> = {
    "&amp;": "&",
    "&lt;": "<",
    "&gt;": ">",
    "&quot;": '"',
    "&#39;": "'",
  };
  return (markup ?? "").replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
}
