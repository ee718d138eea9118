import { trimmedEnd } from '#src/reference/text-ends.ts'

/** What a line of a pasted text says of an episode; what it does not say is empty. */
export type PastedEpisode = { number: number; name: string; air_date: string; runtime: string }
/** The episodes of a text, the lines without a number of one, and cells of which it is not clear what they say. */
export type PastedEpisodes = { episodes: PastedEpisode[]; unread: string[]; unclear: string[]; isTooLong?: true }

/** Most lines of a text that are read, which are more than any season has episodes, and characters of one. */
export const maxPastedLines = 2_000
export const maxPastedLine = 1_000

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

/** Days as they are written; `withoutSlashes` has read others before. */
const dateForms: readonly (readonly [form: RegExp, read: (parts: readonly string[]) => [string, number, string]])[] = [
  [/\b(\d{4})-(\d{1,2})-(\d{1,2})\b/, ([y = '', m = '', d = '']) => [y, Number(m), d]],
  [/\b(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\b/, ([d = '', m = '', y = '']) => [y, Number(m), d]],
  [/\b(\d{1,2})\.?\s+(\p{L}{3,})\.?,?\s+(\d{4})\b/u, ([d = '', m = '', y = '']) => [y, monthOf(m), d]],
  [/(?<!\p{L})(\p{L}{3,})\.?\s+(\d{1,2}),?\s+(\d{4})\b/u, ([m = '', d = '', y = '']) => [y, monthOf(m), d]],
]

const slashes = /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/g

/** Days as `26/03/2023` or `03/26/2023`, as ISO days: if all of the text can be read in one of the two ways alone. */
function withoutSlashes(text: string): string {
  const read = (isDayFirst: boolean) => {
    let isRight = true
    const readable = text.replace(slashes, (_all, first: string, second: string, year: string) => {
      const [day, month] = isDayFirst ? [first, second] : [second, first]
      isRight &&= Number(month) <= 12 && Number(day) <= 31
      return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    })
    return isRight ? readable : undefined
  }
  const [dayFirst, monthFirst] = [read(true), read(false)]
  return dayFirst !== undefined && monthFirst !== undefined ? text : (dayFirst ?? monthFirst ?? text)
}

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
/** `1h 5m`, `1 Std. 5 Min.` */
const hoursForm = /(?<!\d)(\d)\s*(?:h|hrs?|std)\.?(?!\p{L})(?:\s*(\d{1,2})\s*(?:m\p{L}*\.?)?(?!\p{L}))?/iu

/** Takes a runtime in minutes out of a text. */
function takeRuntime(text: string): { runtime: string; rest: string } {
  const [hours, hour, more = '0'] = hoursForm.exec(text) ?? []
  if (hours) return { runtime: `${Number(hour) * 60 + Number(more)}`, rest: text.replace(hours, ' ') }
  const [said, runtime = ''] = minutesForm.exec(text) ?? []
  return { runtime, rest: said ? text.replace(said, ' ') : text }
}

/** The minutes that a whole cell says: `45`, `45 min`, `0:45`; undefined if it says something else. */
function minutesOf(cell: string): string | undefined {
  const [clock, hour, minutes] = /^(\d):(\d{2})(?::\d{2})?$/.exec(cell) ?? []
  if (clock) return `${Number(hour) * 60 + Number(minutes)}`
  const { runtime, rest } = takeRuntime(cell)
  return /^\d{1,3}$/.test(cell) ? cell : bare(rest) === '' && runtime !== '' ? runtime : undefined
}

/** `1`, `1.`, `S01E01`, `1x01`, `Episode 1:`, `Folge 1`. */
const numberForm = /^\W*(?:(?:s\d+\s*e|\d+x|e|ep\.?|episode|folge)\s*)?(\d{1,4})(?![\d-]|\.\d)[.):\s–-]*/iu

/** As much as a message shows of a line that is too long. */
const maxShown = 80

/** Reads the episodes of a season from lines of text or cells of a spreadsheet: number, title, date and runtime. */
export function episodesPasted(text: string): PastedEpisodes {
  const found: PastedEpisodes = { episodes: [], unread: [], unclear: [] }
  if (text.length > maxPastedLines * maxPastedLine) return { ...found, isTooLong: true }
  const pasted = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (pasted.length > maxPastedLines) return { ...found, isTooLong: true }
  const isLong = (line: string) => line.length > maxPastedLine
  for (const line of pasted.filter(isLong)) found.unread.push(`${line.trim().slice(0, maxShown)}…`)
  const lines = withoutSlashes(pasted.filter((line) => !isLong(line)).join('\n')).split('\n')
  for (const line of lines.filter(Boolean)) {
    const episode = /[\t;|]/.test(line) ? fromCells(line.split(/[\t;|]/), found.unclear) : fromText(line, found.unclear)
    if (episode) found.episodes.push(episode)
    else found.unread.push(line.trim())
  }
  return found
}

/** The minutes that stand last in a line, behind a day, without a word that says what they are. */
const bareMinutes = /[,–-]\s*(\d{1,3})\s*$/
/** A day that is left over, because it can be read in two ways. */
const openDay = /\b\d{1,2}\/\d{1,2}\/\d{4}\b/

function fromText(line: string, unclear: string[]): PastedEpisode | undefined {
  const [begin, number] = numberForm.exec(line) ?? []
  if (begin === undefined || number === undefined) return undefined
  const { day, rest } = takeDate(line.slice(begin.length))
  const said = takeRuntime(rest)
  const [last = '', minutes = ''] = said.runtime === '' && day !== '' ? (bareMinutes.exec(said.rest) ?? []) : []
  const name = last === '' ? said.rest : said.rest.slice(0, -last.length)
  const [left] = openDay.exec(name) ?? []
  if (left !== undefined) unclear.push(left)
  return { number: Number(number), name: bare(name), air_date: day, runtime: said.runtime || minutes }
}

/** Cells in any order: the first number is that of the episode, a later one its runtime. */
function fromCells(cells: readonly string[], unclear: string[]): PastedEpisode | undefined {
  const episode: PastedEpisode & { isNumbered: boolean } = {
    ...{ number: 0, name: '', air_date: '', runtime: '' },
    isNumbered: false,
  }
  const left: string[] = []
  for (const cell of cells.map((each) => each.trim())) {
    const { day, rest } = takeDate(cell)
    const minutes = minutesOf(cell)
    const [begin, number] = numberForm.exec(cell) ?? []
    if (!episode.isNumbered && number !== undefined && begin === cell) {
      episode.number = Number(number)
      episode.isNumbered = true
    } else if (day !== '' && bare(rest) === '' && episode.air_date === '') episode.air_date = day
    else if (minutes !== undefined && episode.isNumbered && episode.runtime === '') episode.runtime = minutes
    else if (episode.name === '') episode.name = bare(cell)
    else if (cell !== '') left.push(cell)
  }
  const { isNumbered, ...read } = episode
  if (isNumbered) for (const cell of left) unclear.push(cell)
  return isNumbered ? read : undefined
}

const around = /[\s,;:|–-]/

/** A title without what stands around it: brackets that a date has left, quotation marks, dashes. */
const bare = (text: string): string =>
  trimmedEnd(text.replace(/[([]\s*(?:[,–-]\s*)?[)\]]/g, ' '), around)
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:|–-]+/, '')
    .replace(/^["“„«](.*)["”“»]$/, '$1')
    .trim()
