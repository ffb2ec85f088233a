// Changes that the database of the browser does not have yet. A page that ends in the same moment cannot wait for the
// database, but `localStorage` has a change before the call returns, and the next page makes it.

const prefix = "city-explorer.unkept.";

/** Notes a change, and gives the key by which it is forgotten; `undefined` where nothing can be kept. */
export function note(change) {
  // In the order of time; the second number tells changes of one moment in several windows apart.
  const key = `${prefix}${String(Date.now()).padStart(15, "0")}-${Math.random()}`;
  try {
    localStorage.setItem(key, JSON.stringify(change));
    return key;
  } catch {
    return undefined;
  }
}

/** Forgets a change that the database has, or will never have. */
export function forget(key) {
  if (key === undefined) return;
  try {
    localStorage.removeItem(key);
  } catch {
    // It could not be noted either.
  }
}

/** The changes that pages of before could not finish, the first one first, with their keys. */
export function unkept() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix)).sort()
      .map((key) => ({ key, change: JSON.parse(localStorage.getItem(key)) }));
  } catch {
    return [];
  }
}
