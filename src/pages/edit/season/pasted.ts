/** What a line of a pasted text says of an episode; what it does not say is empty. */
export type PastedEpisode = { number: number; name: string; air_date: string; runtime: string }
/** The episodes of a text, and the lines in which there is no number of one. */
export type PastedEpisodes = { episodes: PastedEpisode[]; unread: string[] }

/** Most lines of a text that are read: more than any season has episodes. */
export const maxPastedLines = 2_000

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november'],
  'december',
]
const germanMonths = [
  ...['januar', 'februar', 'märz', 'april', 'mai', 'juni', 'juli', 'august', 'september', 'oktober', 'november'],
  'dezember',
]
/** Three letters are enough: `Jan`, `Okt.` */
const monthOf = (word: string): number => {
  const begins = (name: string) => word.length >= 3 && name.startsWith(word.toLowerCase())
  return Math.max(months.findIndex(begins), germanMonths.findIndex(begins)) + 1
}

/** Days as they are written; days and months of which it is not clear which is which are not among them. */
const dateForms: readonly (readonly [form: RegExp, read: (parts: readonly string[]) => [string, number, string]])[] = [
  [/\b(\d{4})-(\d{1,2})-(\d{1,2})\b/, ([y = '', m = '', d = '']) => [y, Number(m), d]],
  [/\b(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\b/, ([d = '', m = '', y = '']) => [y, Number(m), d]],
  [/\b(\d{1,2})\.?\s+(\p{L}{3,})\.?,?\s+(\d{4})\b/u, ([d = '', m = '', y = '']) => [y, monthOf(m), d]],
  [/(?<!\p{L})(\p{L}{3,})\.?\s+(\d{1,2}),?\s+(\d{4})\b/u, ([m = '', d = '', y = '']) => [y, monthOf(m), d]],
]

/** Takes a day out of a text. */
function takeDate(text: string): { day: string; rest: string } {
  for (const [form, read] of dateForms) {
    const found = form.exec(text)
    if (!found) continue
    const [year, month, date] = read(found.slice(1))
    const day = `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`
    const isDay = month > 0 && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day)
    if (isDay) return { day, rest: text.replace(found[0], ' ') }
  }
  return { day: '', rest: text }
}

const minutesForm = /\b(\d{1,3})\s*(?:min(?:utes|uten|s)?\.?|m|')(?!\p{L})/iu
/** `1`, `1.`, `S01E01`, `1x01`, `Episode 1:`, `Folge 1`. */
const numberForm = /^\W*(?:s\d+\s*e|\d+x|e|ep\.?|episode|folge)?\s*(\d{1,4})(?![\d-]|\.\d)[.):\s–-]*/iu

/** Reads the episodes of a season from lines of text or cells of a spreadsheet: number, title, date and runtime. */
export function episodesPasted(text: string): PastedEpisodes {
  const found: PastedEpisodes = { episodes: [], unread: [] }
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  for (const line of lines.slice(0, maxPastedLines)) {
    const episode = /[\t;|]/.test(line) ? fromCells(line.split(/[\t;|]/)) : fromText(line)
    if (episode) found.episodes.push(episode)
    else found.unread.push(line.trim())
  }
  return found
}

function fromText(line: string): PastedEpisode | undefined {
  const [begin, number] = numberForm.exec(line) ?? []
  if (begin === undefined || number === undefined) return undefined
  const { day, rest } = takeDate(line.slice(begin.length))
  const [said, runtime = ''] = minutesForm.exec(rest) ?? []
  return { number: Number(number), name: bare(said ? rest.replace(said, ' ') : rest), air_date: day, runtime }
}

/** Cells in any order: the first number is that of the episode, a later one its runtime. */
function fromCells(cells: readonly string[]): PastedEpisode | undefined {
  const episode: PastedEpisode & { isNumbered: boolean } = {
    ...{ number: 0, name: '', air_date: '', runtime: '' },
    isNumbered: false,
  }
  for (const cell of cells.map((each) => each.trim())) {
    const { day, rest } = takeDate(cell)
    const [, minutes] = /^(\d{1,3})\s*(?:min\w*\.?|m|')?$/i.exec(cell) ?? []
    const [begin, number] = numberForm.exec(cell) ?? []
    if (!episode.isNumbered && number !== undefined && begin === cell) {
      episode.number = Number(number)
      episode.isNumbered = true
    } else if (day !== '' && bare(rest) === '' && episode.air_date === '') episode.air_date = day
    else if (minutes !== undefined && episode.isNumbered && episode.runtime === '') episode.runtime = minutes
    else if (episode.name === '') episode.name = bare(cell)
  }
  const { isNumbered, ...read } = episode
  return isNumbered ? read : undefined
}

/** A title without what stands around it: brackets that a date has left, quotation marks, dashes. */
const bare = (text: string): string =>
  text
    .replace(/[([]\s*[,–-]?\s*[)\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:|–-]+|[\s,;:|–-]+$/g, '')
    .replace(/^["“„«](.*)["”“»]$/, '$1')
    .trim()
