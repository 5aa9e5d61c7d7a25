import { connect, type Daybook } from "@daybook/sdk";
import { sessionRenewed } from "./sessionExpiry.ts";

/** Returns an API client for one upload. The client reports the uploaded fraction from 0 to 1, which `fetch` cannot report. */
export function apiWithProgress(onProgress: (share: number) => void): Daybook {
  return connect({
    address: window.location.origin,
    retries: 0,
    fetch: (input, init) => sendWithProgress(String(input), init ?? {}, onProgress),
  });
}

async function sendWithProgress(
  url: string,
  init: RequestInit,
  onProgress: (share: number) => void,
): Promise<Response> {
  const response = await sent(url, init, onProgress);
  if (response.status !== 401) return response;
  await sessionRenewed();
  return sendWithProgress(url, init, onProgress);
}

function sent(url: string, init: RequestInit, onProgress: (share: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? "GET", url);
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () =>
      resolve(
        new Response(request.responseText, {
          status: request.status,
          headers: { "x-request-id": request.getResponseHeader("x-request-id") ?? "" },
        }),
      );
    request.onerror = () => reject(new TypeError("The connection failed."));
    request.send(init.body as FormData);
  });
}
