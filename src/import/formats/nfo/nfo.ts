import { stat } from 'node:fs/promises'
import type { Format } from '../../foreign/foreign-record.ts'
import { readLibrary } from './library.ts'
import { realPathsOf } from './links.ts'

/** Folders of films and series as media centres keep them. */
export const nfo: Format = {
  name: 'nfo',
  summary: 'folders of films and series, with NFO files and pictures as Kodi, Jellyfin, Emby and others keep them',
  source: { id: 'nfo', name: 'Media library', licence: 'unknown', url: '', rank: 300, redistributable: false },
  takesFolders: true,
  async *read(paths, { language = '' }) {
    const isFolder = async (path: string) => path !== '-' && (await stat(path)).isDirectory()
    const are = await Promise.all(paths.map(isFolder))
    const roots = await realPathsOf(paths.filter((_, place) => are[place]))
    for (const [place, path] of paths.entries()) {
      if (!are[place]) {
        yield [{ file: path, line: 0, field: '', reason: 'is not a folder' }]
        continue
      }
      yield* readLibrary(path, roots, { language })
    }
  },
}
