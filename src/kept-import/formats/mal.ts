import type { XmlRecord } from '#src/file-formats/xml.ts'
import type { KeptEntry } from '#src/kept/kept-entry.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { entryOf, type FileContext, type Read, refused } from './format.ts'
import { halvesOf, maxEpisodes, timeOf } from './values.ts'
import { type XmlFormat, xmlText } from './xml-format.ts'

/** Kinds of title, by name and, in old files, by number; the rest are neither. */
const kinds: Readonly<Record<string, 'movie' | 'tv'>> = wordTable({
  ...{ movie: 'movie', tv: 'tv', ova: 'tv', ona: 'tv', special: 'tv', 'tv special': 'tv', 'tv short': 'tv' },
  ...{ 1: 'tv', 2: 'tv', 3: 'movie', 4: 'tv', 5: 'tv' },
})

const states: Readonly<Record<string, 'begun' | 'watched' | 'watchlist'>> = wordTable({
  ...{ watching: 'begun', completed: 'watched', 'on-hold': 'begun', dropped: 'begun', 'plan to watch': 'watchlist' },
  ...{ 1: 'begun', 2: 'watched', 3: 'begun', 4: 'begun', 6: 'watchlist' },
})

/** There, each season is a title of its own. */
const seasonBehind = [/^(.+?):? (\d{1,2})(?:st|nd|rd|th) Season$/i, /^(.+?):? Season (\d{1,2})$/i] as const

/** The list of MyAnimeList. Its ids are not those of any other system, so titles are known by their names. */
export const mal: XmlFormat = {
  root: 'myanimelist',
  records: new Set(['anime', 'manga']),
  values: new Set([
    ...['series_title', 'series_type', 'series_episodes', 'my_watched_episodes', 'my_start_date', 'my_finish_date'],
    ...['my_score', 'my_status', 'my_comments'],
  ]),
  read: malEntries,
}

function* malEntries(record: XmlRecord, { file }: FileContext): Generator<Read> {
  const text = (name: string) => xmlText(record, name)
  const place = { file, line: record.line }
  const wrong = (reason: Parameters<typeof refused>[2], value: string) => refused(file, record.line, reason, value)
  const [title, type] = [text('series_title'), text('series_type').toLowerCase()]
  const kind = type === '' || type === 'unknown' ? 'tv' : kinds[type]
  if (record.name === 'manga' || kind === undefined) return yield wrong('other_kind', type || record.name)
  if (title === '') return yield wrong('no_title', text('my_status'))
  const about = titleOf(title, kind, type === '' || type === 'unknown')
  const day = text('my_finish_date')
  const at = timeOf(day)
  // Days may be known by their year or month alone, or not at all.
  if (day !== '' && at === undefined && !/^\d{4}-\d\d-00$/.test(day)) yield wrong('wrong_date', day)
  const entry = (what: KeptEntry['what'], more: Partial<KeptEntry> = {}) => entryOf({ what, ...about, ...more, place })
  const score = text('my_score')
  const value = score === '' || Number(score) === 0 ? undefined : halvesOf(Number(score), 10)
  if (value !== undefined) yield entry('rating', { value })
  else if (score !== '' && Number(score) !== 0) yield wrong('wrong_rating', score)
  if (text('my_comments') !== '') yield entry('review', { text: text('my_comments') })
  const state = states[text('my_status').toLowerCase()]
  if (state === 'watchlist') return yield entryOf({ what: 'watchlist', ...wholeOf(about), place })
  if (kind === 'movie' && state === 'watched') return yield entry('watched', { ...(at && { at }) })
  const [seen, all] = [numberIn(text('my_watched_episodes')), numberIn(text('series_episodes'))]
  const count = kind === 'movie' ? 0 : state === 'watched' ? Math.max(seen, all) : seen
  if (count > maxEpisodes) return yield wrong('too_many_episodes', String(count))
  const { series = { ids: {}, title }, season = 1 } = about
  for (let episode = 1; episode <= count; episode++)
    yield entryOf({ what: 'watched', kind: 'episode', ids: {}, series, season, episode, by: at, place })
  if (count === 0 && value === undefined) yield wrong('other_state', text('my_status'))
}

const numberIn = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : 0)

type Title = Pick<KeptEntry, 'kind' | 'ids' | 'isKindGuessed' | 'title' | 'series' | 'season'>

function titleOf(title: string, kind: 'movie' | 'tv', isGuessed: boolean): Title {
  const [, series, season] = (kind === 'tv' && seasonBehind.map((way) => way.exec(title)).find(Boolean)) || []
  if (series !== undefined)
    return { kind: 'season', ids: {}, series: { ids: {}, title: series }, season: Number(season) }
  return { kind, ids: {}, title, ...(isGuessed && { isKindGuessed: true as const }) }
}

/** The series of a season. */
const wholeOf = (about: Title): Title =>
  about.kind === 'season' && about.series?.title !== undefined ? titleOf(about.series.title, 'tv', false) : about
