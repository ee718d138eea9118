import type { KeptEntry } from '#src/kept/kept-entry.ts'
import { entryOf, isBlankRow, type Read, refused, type TableFormat } from './format.ts'
import { shortestSeconds, timeOf } from './values.ts'

/** The columns, which the file does not name: when, who, what, what kind, its name, how, with what, where, how long. */
const columnCount = 9
const day = /^\d{4}-\d\d-\d\d \d\d:\d\d/
const kinds = /^(movie|episode|audio|video|musicvideo|tvchannel|trailer)$/i
const numbers = / - s(\d{1,4})e(\d{1,5}) - /i

/** The backup of the plug-in Playback Reporting of Jellyfin and Emby: every time that something was played. */
export const playReports: TableFormat = {
  columns: [],
  hasNoHeader: true,
  whoIn: () => 1,
  recognises: (first) => first.length === columnCount && day.test(first[0] ?? '') && kinds.test(first[3] ?? ''),
  async *read(rows, _header, { file }): AsyncGenerator<Read> {
    for await (const row of rows) {
      const [when = '', , , type = '', name = '', , , , seconds = ''] = row.cells.map((cell) => cell.trim())
      if (isBlankRow(row) || Number(seconds) < shortestSeconds) continue
      const about = /^(movie|episode)$/i.test(type) ? titleIn(name, type.toLowerCase()) : undefined
      if (about === undefined) {
        yield refused(file, row.line, 'other_kind', type)
        continue
      }
      const at = timeOf(when)
      if (at === undefined) yield refused(file, row.line, 'wrong_date', when)
      yield entryOf({ what: 'watched', ...about, at, place: { file, line: row.line } })
    }
  },
}

/** An episode has its series and its numbers before its name. */
function titleIn(
  name: string,
  type: string,
): Pick<KeptEntry, 'kind' | 'ids' | 'title' | 'series' | 'season' | 'episode'> {
  const found = type === 'episode' ? numbers.exec(name) : null
  if (!found) return { kind: type === 'episode' ? 'episode' : 'movie', ids: {}, title: name }
  const { 0: all, 1: season, 2: episode, index } = found
  const [series, title] = [name.slice(0, index), name.slice(index + all.length)]
  return {
    ...{ kind: 'episode', ids: {}, series: { ids: {}, title: series } },
    ...{ season: Number(season), episode: Number(episode), ...(title && { title }) },
  }
}
