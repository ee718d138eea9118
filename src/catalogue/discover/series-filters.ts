import { filter, timezone } from '#src/contract/parameters.ts'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { dayIn, dayMs } from '#src/reference/days.ts'
import { codes } from '#src/reference/reference.ts'
import { type Bounds, type Condition, type Filter, groupsOf, hasRow, named, oneOf, range, within } from './filter.ts'
import { textsWith } from './json-columns.ts'
import { people } from './people.ts'
import { daysOf, sharedFilters, words } from './shared-filters.ts'
import { inYears } from './years.ts'

/** The words for numbers of a list of codes; a number that means nothing is left out. */
const labelsOf = (labels: Readonly<Record<string, string>>) => (numbers: readonly string[]) =>
  numbers.flatMap((number) => (Object.hasOwn(labels, number) ? (labels[number] ?? []) : []))

/** One of the closed lists of words. */
const labelled = (
  name: 'with_status' | 'with_type',
  column: 'status' | 'type',
  labels: Readonly<Record<string, string>>,
): Filter => ({
  name,
  parameters: {
    [name]: filter.list(
      `Numbers, separated by pipes: ${Object.entries(labels)
        .map(([number, label]) => `${number} ${label}`)
        .join(', ')}`,
    ),
  },
  cost: 'column',
  conditions: (asked, looking) =>
    groupsOf(asked[name], labelsOf(labels)).map((values) =>
      oneOf(looking, (alias) => raw(`${alias}.${column}`), `by_${column}`, values),
    ),
})

/** A moment is a day in the requested time zone; a day is the same everywhere. */
const dayOf = (value: string | undefined, timeZone: string): string | undefined =>
  value === undefined || value.length === 10 ? value : dayIn(timeZone, new Date(value))

const airDates: Filter = {
  name: 'air_date',
  parameters: {
    'air_date.gte': filter.moment('Earliest air date of an episode, or a time such as `2026-03-10T23:00:00Z`'),
    'air_date.lte': filter.moment('Latest air date of an episode, or a time'),
    timezone: {
      ...timezone,
      default: 'America/New_York',
      description: 'IANA time zone that decides which day a time belongs to',
    },
  },
  index: 'episode_by_air_date, air_year_by_year',
  cost: 'entries',
  conditions(asked, { db }) {
    const bounds: Bounds<string> = {
      least: dayOf(asked['air_date.gte'], asked.timezone),
      most: dayOf(asked['air_date.lte'], asked.timezone),
    }
    return bounds.least === undefined && bounds.most === undefined ? [] : [airedOn(bounds, db)]
  },
}

/** Days whose episodes are read from the index of days; those of more days are in the years of their series. */
const SHORT_DAYS = 31
/** A series that is on the air on one of several days has about so many episodes there, or is so for so many years. */
const EPISODES_OF_DAYS = 2
const YEARS_OF_SERIES = 2

/** Series with an episode within bounds. */
function airedOn({ least, most }: Bounds<string>, db: Reader): Condition {
  const { engine } = db
  const looked = (part: Bounds<string>) => sql`exists (select 1 from episode e ${engine.through('episode_by_series')}
    where e.series_id = y.series_id and e.air_date is not null and ${within(raw('e.air_date'), part)})`
  const { years, fits, isOneYear } = inYears({ least: least ?? (most && '0'), most }, looked)
  const has = hasRow(db, { table: 'air_year', alias: 'y', title: 'series_id' }, sql`${years} and ${fits}`)
  if (Date.parse(most ?? '') - Date.parse(least ?? '') <= SHORT_DAYS * dayMs) {
    const found = sql`select e.series_id as id from episode e ${engine.through('episode_by_air_date')}
      where e.air_date is not null and ${within(raw('e.air_date'), { least, most })}`
    return { ...has, found, entriesOfTitle: EPISODES_OF_DAYS }
  }
  return {
    ...has,
    found: sql`select y.series_id as id from air_year y ${engine.through('air_year_by_year')}
      where ${years} and ${fits}`,
    entriesOfTitle: isOneYear ? 1 : YEARS_OF_SERIES,
    isInOrder: isOneYear,
  }
}

const firstAirDates: Filter = {
  name: 'first_air_date',
  parameters: {
    first_air_date_year: filter.year('Year of the first air date'),
    'first_air_date.gte': filter.date('Earliest first air date'),
    'first_air_date.lte': filter.date('Latest first air date'),
    include_null_first_air_dates: filter.flag(
      'Whether to keep series whose first air date is unknown when filtering or sorting by it',
    ),
  },
  index: 'by_first_air_day',
  cost: 'column',
  conditions(asked, looking) {
    const days = daysOf(asked, 'first_air_date_year', 'first_air_date')
    const isSorted = String(asked.sort_by).startsWith('first_air_date')
    const isKnown: Condition[] = isSorted ? [{ holds: raw("t.first_air_date <> ''") }] : []
    if (!asked.include_null_first_air_dates)
      return [...range(looking, 'first_air_date', 'by_first_air_day', days), ...isKnown]
    if (days.least === undefined) return []
    const through = looking.db.engine.through('series_by_first_air_day')
    return [
      {
        holds: sql`(t.first_air_date = '' or (${within(raw('t.first_air_date'), days)}))`,
        found: sql`select id from series ${through} where first_air_date = '' union all
          select id from series ${through} where ${within(raw('first_air_date'), days)}`,
      },
    ]
  },
}

/** Every filter of series: a new one is an entry here, its index, and its scenarios. */
export const seriesFilters: readonly Filter[] = [
  ...sharedFilters,
  ...words('network', 'networks', 'title_network'),
  labelled('with_status', 'status', codes.tv_status),
  labelled('with_type', 'type', codes.tv_type),
  {
    name: 'with_runtime',
    parameters: {
      'with_runtime.gte': filter.number('Shortest episode runtime in minutes'),
      'with_runtime.lte': filter.number('Longest episode runtime in minutes'),
    },
    index: 'by_episode_run_time',
    cost: 'column',
    async conditions(asked, looking) {
      const [least = 0, most = Number.POSITIVE_INFINITY] = [asked['with_runtime.gte'], asked['with_runtime.lte']]
      if (asked['with_runtime.gte'] === undefined && asked['with_runtime.lte'] === undefined) return []
      const fits = (minutes: unknown) => Number(minutes) >= least && Number(minutes) <= most
      return [await textsWith(looking, 'episode_run_time', (runtimes) => runtimes.some(fits))]
    },
  },
  firstAirDates,
  airDates,
  {
    name: 'screened_theatrically',
    parameters: {
      screened_theatrically: filter.flag('Whether to list only series with an episode that was shown in cinemas'),
    },
    index: 'theatrical_screening',
    cost: 'entry',
    conditions: ({ screened_theatrically }, { of }) => {
      const from = sql`from theatrical_screening c where c.kind = ${named(of)}`
      if (!screened_theatrically) return []
      return [
        {
          holds: sql`exists (select 1 ${from} and c.entity_id = t.id)`,
          found: sql`select c.entity_id as id ${from}`,
        },
      ]
    },
  },
]

/** Those and what our pages offer besides: the interface cannot find series by their people. */
export const seriesFiltersOfPages: readonly Filter[] = [
  ...seriesFilters,
  people('with_people', undefined, 'in the cast or crew'),
]
