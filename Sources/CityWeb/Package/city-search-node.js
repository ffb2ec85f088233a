// The same as city-search.js, in node, where the module and the cities are files of the disk.
import { readFile } from 'node:fs/promises'
import { readFilesBy } from './city-search.js'

readFilesBy(async (source) => {
  const text = String(source)
  if (/^(https?|data|blob):/.test(text)) return undefined
  return new Uint8Array(await readFile(text.startsWith('file:') ? new URL(text) : text))
})

export { CitySearch, GazetteerError } from './city-search.js'
