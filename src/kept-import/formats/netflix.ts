import { cellsOf, entryOf, isBlankRow, type Read, refused, type TableFormat } from './format.ts'
import { dateFault, shortestSeconds, timeOf } from './values.ts'

/** Parts of a title that are those of a season, in the languages of the service's pages. */
const seasonWords = [
  ...['season', 'series', 'staffel', 'saison', 'temporada', 'stagione', 'seizoen', 'säsong', 'sæson', 'sesong'],
  ...['sezon', 'part', 'teil', 'partie', 'parte', 'volume', 'vol\\.', 'book', 'chapter', 'limited series'],
  ...['miniserie', 'mini-série'],
].join('|')
const seasonPart = new RegExp(`^(?:${seasonWords})(?: |$)`, 'i')
const numberIn = /(\d{1,3})$/
/** In the table of an account, the title of an episode has its number behind it: `The Light (Episode 3)`. */
const episodeAtEnd = / \([\p{L} .]{1,20} ?(\d{1,4})\)$/u

/** What was watched at Netflix: its short table, and that of a whole account. A series and its episode are one text. */
export const netflix: TableFormat = {
  columns: [
    ...['title', 'date', 'profile name', 'start time', 'duration', 'attributes', 'supplemental video type'],
    ...['device type', 'bookmark', 'latest bookmark', 'country'],
  ],
  dayColumns: ['date', 'start time'],
  whoIn: (header) => header.indexOf('profile name'),
  recognises: (header) =>
    (header.length === 2 && header.includes('title') && header.includes('date')) ||
    (header.includes('start time') && header.includes('title') && header.includes('supplemental video type')),
  async *read(rows, header, { file, dayOrder }): AsyncGenerator<Read> {
    for await (const row of rows) {
      const cell = cellsOf(header, row)
      // Trailers, and what began to play by itself.
      if (isBlankRow(row) || cell('supplemental video type') !== '' || /autoplayed/i.test(cell('attributes'))) continue
      if (secondsOf(cell('duration')) < shortestSeconds) continue
      if (cell('title') === '') {
        yield refused(file, row.line, 'no_title', row.cells.join(' '))
        continue
      }
      const date = cell('date') || cell('start time')
      const at = timeOf(date, dayOrder)
      if (at === undefined) yield refused(file, row.line, dateFault(date), date)
      yield entryOf({ what: 'watched', ...titleIn(cell('title')), at, place: { file, line: row.line } })
    }
  },
}

/** How long something ran; the short table does not say it. */
function secondsOf(text: string): number {
  const [, hours, minutes, seconds] = /^(\d+):(\d\d):(\d\d)$/.exec(text) ?? []
  return hours === undefined ? Number.POSITIVE_INFINITY : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** `The Lamp: Season 2: The Light` is an episode. `The Lamp: The Light` is a film, and so is `The Lamp: Part Two`. */
function titleIn(text: string) {
  const parts = text.split(': ')
  const at = parts.findIndex((part, index) => index > 0 && index < parts.length - 1 && seasonPart.test(part))
  if (at === -1) return { kind: 'movie', isKindGuessed: true, ids: {}, title: text } as const
  const number = numberIn.exec(parts[at] as string)?.[1]
  const behind = parts.slice(at + 1).join(': ')
  const numbered = episodeAtEnd.exec(behind)
  return {
    kind: 'episode',
    ids: {},
    series: { ids: {}, title: parts.slice(0, at).join(': ') },
    // A series with one season has no number.
    season: number === undefined ? 1 : Number(number),
    ...(numbered && { episode: Number(numbered[1]) }),
    title: numbered ? behind.slice(0, numbered.index) : behind,
  } as const
}
