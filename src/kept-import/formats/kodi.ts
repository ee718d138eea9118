import type { XmlRecord } from '#src/file-formats/xml.ts'
import type { KeptEntry, KeptIds } from '#src/kept/kept-entry.ts'
import { entryOf, type FileContext, type Read, refused } from './format.ts'
import { halvesOf, idsIn, timeOf, yearOf } from './values.ts'
import { type XmlFormat, xmlText } from './xml-format.ts'

/**
 * The library of Kodi in one file, `videodb.xml`: what was watched in it, and how it was rated. Episodes stand in their
 * series. How often something was watched is known, but only the last time has a day.
 */
export const kodi: XmlFormat = {
  root: 'videodb',
  records: new Set(['movie', 'tvshow', 'episodedetails']),
  values: new Set([
    ...['title', 'originaltitle', 'year', 'premiered', 'playcount', 'lastplayed', 'userrating', 'uniqueid', 'id'],
    ...['season', 'episode'],
  ]),
  read: kodiEntries,
}

function* kodiEntries(record: XmlRecord, { file }: FileContext): Generator<Read> {
  const text = (name: string) => xmlText(record, name)
  const place = { file, line: record.line }
  const wrong = (reason: Parameters<typeof refused>[2], value: string) => refused(file, record.line, reason, value)
  const [score, plays, played] = [Number(text('userrating')), Number(text('playcount')), text('lastplayed')]
  const isWatched = record.name !== 'tvshow' && plays > 0
  // Of most titles of a library nobody says anything.
  if (!isWatched && !(score > 0)) return
  const about = aboutOf(record)
  if (about.title === undefined && about.series?.title === undefined) return yield wrong('no_title', record.name)
  const at = timeOf(played)
  if (played !== '' && at === undefined) yield wrong('wrong_date', played)
  const value = score > 0 ? halvesOf(score, 10) : undefined
  if (value !== undefined) yield entryOf({ what: 'rating', ...about, value, place })
  else if (score > 0) yield wrong('wrong_rating', text('userrating'))
  if (isWatched) yield entryOf({ what: 'watched', ...about, at, place })
}

type About = Pick<KeptEntry, 'kind' | 'ids'> & {
  [Name in 'title' | 'originalTitle' | 'year' | 'series' | 'season' | 'episode']?: KeptEntry[Name] | undefined
}

function aboutOf(record: XmlRecord): About {
  const [title, original] = [xmlText(record, 'title'), xmlText(record, 'originaltitle')]
  const about = {
    ids: idsOf(record),
    title: title || undefined,
    ...(original !== title && { originalTitle: original || undefined }),
    year: yearOf(xmlText(record, 'year')) ?? yearOf(xmlText(record, 'premiered').slice(0, 4)),
  }
  if (record.name !== 'episodedetails') return { kind: record.name === 'tvshow' ? 'tv' : 'movie', ...about }
  const { within } = record
  const of = within && aboutOf(within)
  const series = of && { ids: of.ids, ...(of.title && { title: of.title }), ...(of.year && { year: of.year }) }
  const [season, episode] = [numberOf(xmlText(record, 'season')), numberOf(xmlText(record, 'episode'))]
  return { kind: 'episode', ids: about.ids, title: about.title, series, season, episode }
}

const numberOf = (text: string) => (/^\d{1,5}$/.test(text) ? Number(text) : undefined)

/** Old versions have one id, of a system that its form shows or that is the usual one of its kind. */
function idsOf(record: XmlRecord): KeptIds {
  const of = (system: string) =>
    record.values
      .get('uniqueid')
      ?.find(({ attributes }) => attributes.type?.toLowerCase() === system)
      ?.text.trim()
  const id = xmlText(record, 'id')
  return idsIn({ imdb: of('imdb') ?? id, tmdb: of('tmdb'), tvdb: of('tvdb') ?? (record.name === 'tvshow' ? id : '') })
}
