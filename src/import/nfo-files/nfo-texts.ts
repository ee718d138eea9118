import { firstLocalId } from '#src/catalogue/edits/apply-edit.ts'
import { type Line, type NameOf, textsIn } from './facts.ts'

/** Says inside of a file that it may be written again. */
const mark = '<!-- Written by Reelcommons. Once you have changed this file, it is not written again. -->'
const maxActors = 50

const escaped = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

type Value = string | number | undefined

/** An element with its text, on a line; nothing where there is none. */
const element = (name: string, value: Value, attributes = ''): string => {
  if (value === undefined || value === '' || value === 0) return ''
  return `  <${name}${attributes}>${escaped(String(value))}</${name}>\n`
}

const each = (name: string, values: readonly Value[]) =>
  [...new Set(values)].map((value) => element(name, value)).join('')

const document = (parts: readonly string[]) =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${mark}\n${parts.join('')}`)

const dayOf = (line: Line, date: string): string | undefined =>
  line[`${date}_precision`] === 'year' || line[`${date}_precision`] === 'month' ? undefined : line[date]

/** The number of a record of our own, or of one of the sample, would be another film's elsewhere. */
const numberOf = ({ id, isOfSample }: Line) => (id < firstLocalId && !isOfSample ? id : undefined)

function uniqueIds(line: Line): string {
  const { filmdb_id = line.filmdb_id, tvdata_id, kb2_id, ...others } = line.external_ids ?? {}
  const ids: [type: string, value: Value][] = [
    ['imdb', filmdb_id],
    ['tmdb', numberOf(line)],
    ['tvdb', tvdata_id],
    ['wikidata', kb2_id],
    ['facebook', others.socialnet1_id],
    ['instagram', others.socialnet2_id],
    ['twitter', others.socialnet3_id],
    ['reelcommons', line.id],
  ]
  const known = ids.filter(([, value]) => value !== undefined && value !== '')
  return known
    .map(([type, value], at) => element('uniqueid', value, ` type="${type}"${at === 0 ? ' default="true"' : ''}`))
    .join('')
}

function rating({ vote_average, vote_count }: Line): string {
  if (!vote_average || !vote_count) return ''
  const value = `<value>${vote_average}</value><votes>${vote_count}</votes>`
  return `  <ratings>\n    <rating name="reelcommons" max="10" default="true">${value}</rating>\n  </ratings>\n`
}

function people({ credits = {} }: Line, nameOf: NameOf): string {
  const { cast = [], crew = [], guest_stars = [] } = credits as Record<string, Line[]>
  const named = (job: (entry: Line) => boolean) => crew.filter(job).map(({ id }) => nameOf('person', id))
  const actors = [...cast, ...guest_stars].slice(0, maxActors).map(
    ({ id, character, order }) => `  <actor>
    <name>${escaped(nameOf('person', id))}</name>
    <role>${escaped(character ?? '')}</role>
    <order>${order ?? 0}</order>
  </actor>\n`,
  )
  return (
    each(
      'director',
      named(({ job }) => job === 'Director'),
    ) +
    each(
      'credits',
      named(({ department, job }) => department === 'Writing' && job !== 'Creator'),
    ) +
    actors.join('')
  )
}

const genres = (line: Line, nameOf: NameOf) =>
  each(
    'genre',
    (line.genres ?? []).map(({ id }: Line) => nameOf('genre', id)),
  )

/** The certificate of a movie, in the country of the language, or the first one that is known. */
function certificate({ release_dates }: Line, country: string): Value {
  const results: Line[] = release_dates?.results ?? []
  const sorted = results.toSorted((one) => (one.iso_3166_1 === country ? -1 : 0))
  for (const { iso_3166_1, release_dates: dates } of sorted) {
    const found = dates.find(({ certification }: Line) => certification !== '')
    if (found) return `${iso_3166_1}:${found.certification}`
  }
  return undefined
}

export function movieNfo(line: Line, nameOf: NameOf, language: string): Buffer {
  const { title, overview, tagline } = textsIn(line, language)
  const set = line.belongs_to_collection ? nameOf('collection', line.belongs_to_collection.id) : ''
  const studios = (line.production_companies ?? []).map(({ id }: Line) => nameOf('company', id))
  return document([
    '<movie>\n',
    element('title', title),
    element('originaltitle', line.original_title),
    rating(line),
    element('plot', overview),
    element('tagline', tagline),
    element('runtime', line.runtime),
    element('mpaa', certificate(line, language.split('-')[1] ?? 'US')),
    uniqueIds(line),
    genres(line, nameOf),
    each('country', line.origin_country ?? []),
    set === '' ? '' : `  <set>\n    <name>${escaped(set)}</name>\n  </set>\n`,
    people(line, nameOf),
    element('premiered', dayOf(line, 'release_date')),
    element('year', line.release_date?.slice(0, 4)),
    each('studio', studios),
    '</movie>\n',
  ])
}

const statusOf = ({ status, in_production }: Line) =>
  status === 'Ended' ? 'Ended' : in_production ? 'Continuing' : undefined

export function seriesNfo(line: Line, nameOf: NameOf, language: string): Buffer {
  const { title, overview } = textsIn(line, language)
  const networks = (line.networks ?? []).map(({ id }: Line) => nameOf('network', id))
  return document([
    '<tvshow>\n',
    element('title', title),
    element('originaltitle', line.original_name),
    rating(line),
    element('plot', overview),
    uniqueIds(line),
    genres(line, nameOf),
    people(line, nameOf),
    element('premiered', dayOf(line, 'first_air_date')),
    element('year', line.first_air_date?.slice(0, 4)),
    element('status', statusOf(line)),
    each('studio', networks),
    '</tvshow>\n',
  ])
}

/** Several episodes of one file stand one after the other. */
export const episodesNfo = (lines: readonly Line[], nameOf: NameOf, language: string): Buffer =>
  document(
    lines.flatMap((line) => {
      const { title, overview } = textsIn(line, language)
      return [
        '<episodedetails>\n',
        element('title', title),
        `  <season>${line.season_number}</season>\n  <episode>${line.episode_number}</episode>\n`,
        rating(line),
        element('plot', overview),
        element('runtime', line.runtime),
        uniqueIds(line),
        element('aired', dayOf(line, 'air_date')),
        people(line, nameOf),
        '</episodedetails>\n',
      ]
    }),
  )
