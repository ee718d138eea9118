import type { Database } from '#src/database/database.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { folderOf, importFormat } from '../support/foreign/import-format.ts'
import { library } from '../support/foreign/library.ts'
import { dump } from '../support/foreign/wikidata.ts'

/** Files of other programs, which come twice and are about the same films, and a name that waits for a person. */
export async function importForeign(db: Database) {
  const removals: (() => unknown)[] = []
  const context = { after: (remove: () => unknown) => void removals.push(remove) }
  for (const [format, files] of [
    ['wikidata', { 'dump.json': dump }],
    ['nfo', library],
    ['nfo', library],
    ['nfo', { 'Glass Lantern.mkv': '' }],
  ] as const)
    await importFormat(db, format, await folderOf(context as Parameters<typeof folderOf>[0], files))
  await updateNameIndex(db)
  for (const remove of removals) await remove()
}
