// Keeps the page for visits without a network.
//
// All addresses but that of the page have the digest of what they give, so that a kept file never is an old one. The
// page is given as it was kept; meanwhile a newer one is looked for, and kept for the next visit when all of its files
// are there. So a visit never mixes the files of two versions.

const cacheName = "city-explorer";
const scope = new URL(registration.scope);

/**
 * The files that a page needs without a network, of those of languages only that of the person. The cities are kept by
 * the page that has loaded them.
 */
function filesOf(page) {
  const site = JSON.parse(/<script type="application\/json" id="site">(.*?)<\/script>/s.exec(page)[1]);
  const codes = navigator.languages.map((tag) => tag.split("-")[0].toLowerCase());
  const language = codes.find((code) => code === "en" || code in site.texts);
  const texts = [site.texts[language], site.divisions[language]].filter(Boolean);
  return { shell: [...site.files, ...texts], cities: site.cities.map(({ parts }) => parts) };
}

/** The files of a page, other than cities, that are not kept. */
async function missingFiles(page) {
  const cache = await caches.open(cacheName);
  const missing = [];
  for (const file of filesOf(page).shell) if (!(await cache.match(file))) missing.push(file);
  return missing;
}

/** Keeps a page with its files, of which some are missing, and forgets the files of others; those of open pages are in memory. */
async function keepPage(response, page, missing) {
  const cache = await caches.open(cacheName);
  const { shell, cities } = filesOf(page);
  await cache.addAll(missing);
  const kept = await cache.keys();
  const old = kept.filter(({ url }) => url.includes(".gazetteer?"));
  const current = new Set([...shell, ...cities.flat()].map((file) => new URL(file, scope).href));
  // Who had all cities has them after an update, too: one part after the other, since they are large together.
  const outdated = new Set(old.filter(({ url }) => !current.has(url)).map(({ url }) => new URL(url).pathname));
  for (const parts of cities) {
    if (!parts.some((file) => outdated.has(new URL(file, scope).pathname))) continue;
    for (const file of parts) if (!(await cache.match(file))) await cache.add(file);
  }
  await cache.put(scope.href, response);
  for (const request of kept) {
    if (request.url !== scope.href && !current.has(request.url)) await cache.delete(request);
  }
}

async function refresh() {
  const response = await fetch(scope.href, { cache: "no-cache" });
  if (!response.ok) return;
  const cache = await caches.open(cacheName);
  const before = await (await cache.match(scope.href))?.text();
  const page = await response.clone().text();
  // The same page needs other files when the person changes the language of the browser.
  const missing = await missingFiles(page);
  if (before !== page || missing.length > 0) await keepPage(response, page, missing);
}

addEventListener("install", (event) => event.waitUntil(refresh().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(scope.href)) return;
  const path = url.href.slice(scope.href.length).split(/[?#]/)[0];
  if (request.mode === "navigate") {
    if (path !== "" && path !== "index.html") return;
    event.respondWith(caches.open(cacheName).then((cache) => cache.match(scope.href)).then((kept) => {
      if (!kept) return fetch(request);
      event.waitUntil(refresh().catch(() => {}));
      return kept;
    }));
  } else if (url.search !== "" && !path.startsWith("v1/")) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});
