/// <reference lib="webworker" />
/**
 * The global scope of the app's service worker. The worker caches the page and its scripts, so that the installed app opens
 * without a connection. The worker caches only files of the build, never API responses. If there is a connection, the worker
 * loads the page from the network, so that users get a new release immediately. The build strips the types and fills in the
 * list of files and the version.
 */
const worker = globalThis as unknown as ServiceWorkerGlobalScope;

/** The files of this build that the page needs to start. */
const SHELL_FILES: readonly string[] = JSON.parse("__SHELL_FILES__");
/** The name of the cache, which changes with every build. */
const CACHE = "daybook-__VERSION__";
const PAGE = "/app/";

/** The static routing API of service workers, which TypeScript does not declare yet. */
interface InstallEvent {
  readonly addRoutes?: (routes: readonly object[]) => Promise<void>;
}

worker.addEventListener("install", (event) => {
  // With static routes, Chromium loads these files without starting the worker. Other browsers call the `fetch` handler.
  const { addRoutes } = event as InstallEvent;
  const files = SHELL_FILES.map((pathname) => ({ urlPattern: { pathname } }));
  const routes = [
    { condition: { urlPattern: { pathname: "/api/*" } }, source: "network" },
    { condition: { or: files }, source: { cacheName: CACHE } },
  ];
  event.waitUntil(Promise.all([install(), addRoutes?.call(event, routes)]));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  if (url.pathname.startsWith("/app/assets/")) event.respondWith(asset(request));
  else if (request.mode === "navigate") event.respondWith(page(request));
});

/**
 * Caches the files of this build. Throws an error if the server already serves a different build, for example during a release. The browser
 * then retries the installation later.
 */
async function install(): Promise<void> {
  const response = await fetch(PAGE, { cache: "no-store" });
  const html = await response.clone().text();
  if (!response.ok || !html.includes(SHELL_FILES[0] ?? "")) throw new Error("The page is of another build.");
  const cache = await caches.open(CACHE);
  await cache.addAll([...SHELL_FILES]);
  await cache.put(PAGE, response);
  await worker.skipWaiting();
}

/** Deletes the caches of earlier builds and takes control of all open pages. */
async function activate(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith("daybook-") && name !== CACHE) await caches.delete(name);
  await worker.clients.claim();
}

/** Loads a page from the network. If the request fails, returns the cached page. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const cache = await caches.open(CACHE);
    const stored = await cache.match(PAGE);
    if (stored === undefined) throw error;
    return stored;
  }
}

/** Returns a file of the build. Loads each file only once. The name contains a hash of the content, so the content never changes. */
async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(request.url);
  if (stored !== undefined) return stored;
  const response = await fetch(request);
  if (response.ok) await cache.put(request.url, response.clone());
  return response;
}
