// A service worker that keeps a page with its cities, so that it works without a network after the first visit:
//
//     navigator.serviceWorker.register('city-search-offline.js?keep=./,cities.gazetteer&version=1')
//
// `keep` has the addresses of the page and its data beside the files of this package, with commas. All of them are
// fetched together, when this script or its address changes: by another build of the package, or another `version`.
// Open pages go on with the files that they have, so that no script meets a module of another build.
const parameters = new URL(location).searchParams
const cacheName = `city-search-offline BUILD ${location.search}`
const files = [
  'city-search.js', 'city-search-element.js', 'city-search-list.js', 'city-search.wasm', ...(parameters.get('keep') ?? './').split(',')
]

addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) =>
    cache.addAll(files.map((file) => new Request(file, { cache: 'no-cache' })))))
})

addEventListener('activate', (event) => {
  const others = caches.keys().then((names) => Promise.all(names
    .filter((name) => name.startsWith('city-search-offline ') && name !== cacheName)
    .map((name) => caches.delete(name))))
  event.waitUntil(others.then(() => clients.claim()))
})

addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return
  event.respondWith(caches.open(cacheName)
    .then((cache) => cache.match(event.request)).then((kept) => kept ?? fetch(event.request)))
})
