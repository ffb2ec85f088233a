// The address of the page says what is searched for and which place is shown, so that a reload, a link and the back
// button show it again.

/** How long typing pauses before its text is written, in milliseconds: browsers refuse many changes in a short time. */
const pause = 400;
/** After how long a refused change is tried again, in milliseconds. */
const patience = 5_000;

/** Under which an address is kept that was not written when the page ended. */
const unwrittenKey = "city-explorer.unwritten";

/** The address that is not written yet. */
let awaited;
let timer = 0;

/** What the search of an address says. */
function addressOf(search) {
  const parameters = new URLSearchParams(search);
  return { q: (parameters.get("q") ?? "").slice(0, 250), place: parameters.get("place") ?? "" };
}

/** Adds a history entry for a place and for the text after it, but not for each letter. */
export function showAddress(address) {
  const before = awaited ?? addressOf(location.search);
  if (before.q === address.q && before.place === address.place) return;
  const isSamePlace = address.place === before.place;
  // The entry before that of a place has the whole text.
  if (!isSamePlace) write();
  awaited = address;
  clearTimeout(timer);
  if (isSamePlace) timer = setTimeout(write, pause);
  else write();
}

/** Calls a function with the address when the person goes back or forward. */
export function onAddressVisited(visit) {
  addEventListener("popstate", () => {
    clearTimeout(timer);
    awaited = undefined;
    visit(addressOf(location.search));
  });
}

function write() {
  clearTimeout(timer);
  if (!awaited) return;
  const before = addressOf(location.search);
  const parameters = new URLSearchParams();
  if (awaited.q !== "") parameters.set("q", awaited.q);
  if (awaited.place !== "") parameters.set("place", awaited.place);
  const path = parameters.size > 0 ? `?${parameters}` : location.pathname;
  try {
    if (awaited.place !== before.place) history.pushState(null, "", path);
    else if (awaited.q !== before.q) history.replaceState(null, "", path);
    awaited = undefined;
  } catch {
    // The page works as before; only its address is an older one for a while.
    timer = setTimeout(write, patience);
  }
}

// Who reloads at once finds the text again, though the browser has decided by then which address it loads.
addEventListener("pagehide", () => {
  if (!awaited) return;
  try {
    sessionStorage.setItem(unwrittenKey, JSON.stringify({ search: location.search, address: awaited }));
  } catch {
    // Where nothing can be kept, the last letters are lost.
  }
});

/** The address that the page begins with. */
export function firstAddress() {
  const address = addressOf(location.search);
  try {
    const unwritten = JSON.parse(sessionStorage.getItem(unwrittenKey));
    sessionStorage.removeItem(unwrittenKey);
    return unwritten?.search === location.search ? unwritten.address : address;
  } catch {
    return address;
  }
}
