import { filter, type WordList } from '#src/contract/parameters.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { certifications } from '#src/reference/reference.ts'
import { typesIn } from '../title-years.ts'
import {
  type Asked,
  type Bounds,
  type Condition,
  type Filter,
  groupsOf,
  hasRow,
  numbersIn,
  range,
  within,
} from './filter.ts'
import { people } from './people.ts'
import { daysOf, numbers, sharedFilters } from './shared-filters.ts'
import { inYears } from './years.ts'

/** The requested types of releases, in their order. */
export const releaseTypesIn = (list: WordList | undefined): number[] =>
  numbersIn(list?.words ?? []).filter((type) => type >= 1 && type <= 6)

const everyType = [1, 2, 3, 4, 5, 6]

/** The day of a release, as indexes have it. */
const dayOf = raw('substr(r.release_date, 1, 10)')

/** The key of releases: SQLite might begin with all those of a country for each movie. */
const ownReleases = 'sqlite_autoindex_release_date_1'
const releasesOf = ({ engine }: Reader) =>
  ({ table: 'release_date', alias: 'r', kind: raw("r.kind = 'movie'"), through: engine.through(ownReleases) }) as const

/** A movie has about so many releases in one country, and was released in so many years. */
const RELEASES_IN_COUNTRY = 1.5
const YEARS_OF_MOVIE = 1.2

/** Releases in a country, by type and day. Types alone leave nothing out, as in the interface. */
const releases: Filter = {
  name: 'release_date',
  parameters: {
    region: filter.country('Country whose releases count and whose release dates are shown'),
    with_release_type: filter.list(
      'Release types, 1 to 6, separated by commas (all) or pipes (any). They count only together with a ' +
        'region or dates; the first one decides which date of the region is shown',
    ),
    year: filter.year('Year of a release'),
    'release_date.gte': filter.date('Earliest release date'),
    'release_date.lte': filter.date('Latest release date'),
  },
  index: 'release_by_country, release_year_by_year',
  cost: 'entries',
  conditions(asked, { db }) {
    const days = daysOf(asked, 'year', 'release_date')
    const hasDays = days.least !== undefined
    if (!asked.region && !hasDays) return []
    const groups = groupsOf(asked.with_release_type, (words) => releaseTypesIn({ words: [...words], isAny: true }))
    const { region } = asked
    if (region) return (groups.length > 0 ? groups : [everyType]).map((types) => releasedIn(db, region, types, days))
    return (groups.length > 0 ? groups : [undefined]).map((types) => releasedOn(db, types, days))
  },
}

/** Movies with a release in a country. */
function releasedIn(db: Reader, country: string, types: readonly number[], days: Bounds<string>): Condition {
  const { engine } = db
  const inCountry = sql`r.iso_3166_1 = ${country}`
  const ofType = engine.anyOf(raw('r.type'), types)
  const ofSome = types === everyType ? raw('true') : ofType
  return {
    ...hasRow(db, releasesOf(db), sql`${inCountry} and ${ofSome} and ${within(dayOf, days)}`),
    found: sql`select r.entity_id as id from release_date r ${engine.through('release_by_country')}
      where r.kind = 'movie' and ${inCountry} and ${ofType} and ${within(dayOf, days)}`,
    entriesOfTitle: RELEASES_IN_COUNTRY,
  }
}

/**
 * Ends a look at the rows of one movie, for the few of which the days of a month decide. Without it, PostgreSQL reads
 * the releases of all movies first, to have them at hand.
 */
const ofOneMovie = sql`${limit(1)} offset 0`

/** Movies with a release anywhere, of some types or of any: then the movie's own day is one, too. */
function releasedOn(db: Reader, types: readonly number[] | undefined, days: Bounds<string>): Condition {
  const { engine } = db
  const ofType = types ? engine.anyOf(raw('r.type'), types) : raw('true')
  const looked = (part: Bounds<string>) => {
    const released = sql`exists (select 1 from release_date r ${engine.through(ownReleases)}
      where r.kind = 'movie' and r.entity_id = y.movie_id and ${ofType} and ${within(dayOf, part)} ${ofOneMovie})`
    const ownDay = sql`exists (select 1 from movie m ${engine.through('movie_facts')}
      where m.id = y.movie_id and ${within(raw('m.release_date'), part)} ${ofOneMovie})`
    return types ? released : sql`(${ownDay} or ${released})`
  }
  const { years, fits, isOneYear } = inYears(days, looked, types !== undefined)
  const condition = sql`${types ? sql`y.types & ${typesIn(types)} <> 0` : raw('true')} and ${fits}`
  return {
    ...hasRow(db, { table: 'release_year', alias: 'y', title: 'movie_id' }, sql`${years} and ${condition}`),
    found: sql`select y.movie_id as id from release_year y ${engine.through('release_year_by_year')}
      where ${years} and ${condition}`,
    entriesOfTitle: isOneYear ? 1 : YEARS_OF_MOVIE,
    isInOrder: isOneYear,
  }
}

/** The certifications of a country that an order number allows. */
function certificationsBetween(country: string, { least, most }: Bounds<string>): string[] | undefined {
  const known = Object.hasOwn(certifications.movie, country) ? (certifications.movie[country] ?? []) : []
  const orderOf = (name: string | undefined) => known.find(({ certification }) => certification === name)?.order
  const [from, to] = [orderOf(least), orderOf(most)]
  if (from === undefined && to === undefined) return undefined
  return known.flatMap(({ certification, order }) =>
    order >= (from ?? Number.NEGATIVE_INFINITY) && order <= (to ?? Number.POSITIVE_INFINITY) ? certification : [],
  )
}

const certificates: Filter = {
  name: 'certification',
  parameters: {
    certification_country: filter.word('Country of the certifications, which are ignored without it'),
    certification: filter.list('Certifications, separated by commas (all) or pipes (any)'),
    'certification.gte': filter.word('Least restrictive certification, by its order in the country'),
    'certification.lte': filter.word('Most restrictive certification, by its order in the country'),
  },
  index: 'release_by_certification',
  cost: 'entries',
  conditions(asked: Asked, { db }) {
    const country = asked.certification_country as string | undefined
    if (!country) return []
    const bounds = { least: asked['certification.gte'], most: asked['certification.lte'] }
    const between = certificationsBetween(country, bounds)
    const groups = groupsOf(asked.certification, (names) => [...names])
    return [...groups, ...(between ? [between] : [])].map((names): Condition => {
      const certified = sql`r.iso_3166_1 = ${country} and ${db.engine.anyOf(raw('r.certification'), names)}
        and r.certification <> ''`
      return {
        ...hasRow(db, releasesOf(db), certified),
        found: sql`select r.entity_id as id from release_date r ${db.engine.through('release_by_certification')}
          where r.kind = 'movie' and ${certified}`,
        isInOrder: names.length === 1,
      }
    })
  },
}

/** Every filter of movies: a new one is an entry here, its index, and its scenarios. */
export const movieFilters: readonly Filter[] = [
  ...sharedFilters,
  {
    name: 'include_video',
    parameters: { include_video: filter.flag('Whether to include movies released only on video') },
    cost: 'column',
    conditions: ({ include_video }) => (include_video ? [] : [{ holds: raw('t.video = false') }]),
  },
  numbers('with_runtime', 'runtime', ['Shortest runtime in minutes', 'Longest runtime in minutes'], { unknown: 0 }),
  {
    name: 'primary_release_date',
    parameters: {
      primary_release_year: filter.year('Year of the primary release date'),
      'primary_release_date.gte': filter.date('Earliest primary release date'),
      'primary_release_date.lte': filter.date('Latest primary release date'),
    },
    index: 'by_release_day',
    cost: 'column',
    conditions: (asked, looking) =>
      range(looking, 'release_date', 'by_release_day', daysOf(asked, 'primary_release_year', 'primary_release_date')),
  },
  releases,
  certificates,
  people('with_cast', 'cast', 'in the cast'),
  people('with_crew', 'crew', 'in the crew'),
  people('with_people', undefined, 'in the cast or crew'),
]
