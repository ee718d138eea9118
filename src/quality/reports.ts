import type { Kind } from '#src/catalogue/kinds.ts'
import { recordKind } from '#src/catalogue/record-kinds.ts'
import { homeCountry } from '#src/contract/languages.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'
import { idsOfDuplicates, idsWithSameOutsideIds } from './duplicates.ts'

/** Languages in which a text is missed: those of the pages. */
export const textLanguages = ['en', 'de'] as const

/** What a report finds: records, and for each of them what it is about. */
type Finds = (db: Reader, kind: Kind, ids: readonly number[]) => Sql

export type Report = {
  kinds: readonly Kind[]
  /** Whether there is a number for each language of texts, which `about` names. */
  isByLanguage?: true
  /** Whether it finds records that have something in common, which `about` names. */
  isOfSeveral?: true
  /** Whether people are shown what that is; the name and the year of duplicates stand there anyway. */
  isAboutShown?: true
  /** The form in which it is mended, behind the address of the record: at the field, in a section that is open. */
  mendedAt(kind: Kind, language: string): string
  /** The findings of some records: rows with `entity_id` and `about`. */
  find: Finds
  /** Further records whose findings may be others now that some have changed. */
  alsoAffected?(tx: Database, kind: Kind, ids: readonly number[]): Promise<readonly number[]>
}

const among = (db: Reader, ids: readonly number[], column = 'id') => db.engine.anyOf(raw(column), ids)

/** Records of which one column is empty. */
const without =
  (columnOf: (kind: Kind) => string): Finds =>
  (db, kind, ids) =>
    sql`select id as entity_id, '' as about from ${raw(kind)}
      where ${among(db, ids)} and coalesce(${raw(columnOf(kind))}, '') = ''`

/** Neither a picture that a source named, nor one that was added. */
const withoutPicture: Finds = (db, kind, ids) => {
  const [column, gallery] = kind === 'person' ? ['profile_path', 'profiles'] : ['poster_path', 'posters']
  return sql`
  select t.id as entity_id, '' as about from ${raw(kind)} t
  where ${among(db, ids, 't.id')} and coalesce(t.${raw(column)}, '') = '' and not exists (
    select 1 from image i where i.kind = ${kind} and i.entity_id = t.id and i.gallery = ${gallery})`
}

const withoutOverview: Finds = (db, kind, ids) => sql`
  select t.id as entity_id, l.about from ${raw(kind)} t
  cross join (${textLanguageRows()}) as l
  where ${among(db, ids, 't.id')} and not (l.about = 'en' and t.overview <> '') and not exists (
    select 1 from translation x
    where x.kind = ${kind} and x.entity_id = t.id and x.iso_639_1 = l.about and x.overview <> '')`

const textLanguageRows = () => {
  const [first, ...others] = textLanguages.map((code) => sql`select ${raw(`'${code}'`)} as about`)
  return others.reduce((rows, row) => sql`${rows} union all ${row}`, first as Sql)
}

/** Seasons in which a number is left out, or an episode has no day; specials have no order. */
const withGaps: Finds = (db, _kind, ids) => sql`
  select s.id as entity_id, '' as about from season s
  join episode e on e.series_id = s.series_id and e.season_number = s.season_number
  where ${among(db, ids, 's.id')} and s.season_number > 0
  group by s.id
  having max(e.episode_number) - min(e.episode_number) + 1 > count(*) or min(e.episode_number) > 1
    or sum(case when coalesce(e.air_date, '') = '' then 1 else 0 end) > 0`

const withSameOutsideId: Finds = (db, kind, ids) => sql`
  select x.entity_id, x.external_source || ':' || x.value as about from external_id x
  where x.kind = ${kind} and ${among(db, ids, 'x.entity_id')} and exists (
    select 1 from external_id o
    where o.external_source = x.external_source and o.value = x.value and o.kind = x.kind
      and o.entity_id <> x.entity_id)`

const doubles: Finds = (db, kind, ids) => sql`
  select k.entity_id, k.key as about from quality_key k
  where k.kind = ${kind} and ${among(db, ids, 'k.entity_id')} and exists (
    select 1 from quality_key o where o.kind = k.kind and o.key = k.key and o.entity_id <> k.entity_id)`

const firstDayOf = (kind: Kind) => (kind === 'movie' ? 'release_date' : 'first_air_date')

/** THE table of reports: an entry is all that a new one needs, beside its words. */
const reports = {
  'no-release-date': {
    kinds: ['movie', 'series'],
    mendedAt: (kind) => `/edit#v.${firstDayOf(kind)}`,
    find: without(firstDayOf),
  },
  'no-overview': {
    kinds: ['movie', 'series'],
    isByLanguage: true,
    // The English one is a fact; of others the form opens the language.
    mendedAt(_kind, language) {
      const tag = `${language}-${homeCountry(language)}`
      return language === 'en' ? '/edit#v.overview' : `/edit?open=${tag}#t.${tag}.overview`
    },
    find: withoutOverview,
  },
  'no-picture': {
    kinds: ['movie', 'series', 'person'],
    mendedAt: () => '/edit?open=pictures#pictures',
    find: withoutPicture,
  },
  'shared-outside-id': {
    kinds: ['movie', 'series', 'person'],
    isOfSeveral: true,
    isAboutShown: true,
    mendedAt: () => '/edit?open=p.external_ids#p.external_ids',
    find: withSameOutsideId,
    alsoAffected: idsWithSameOutsideIds,
  },
  'likely-doubles': {
    kinds: ['movie', 'series'],
    isOfSeveral: true,
    mendedAt: (kind) => `/edit#v.${recordKind(kind).title}`,
    find: doubles,
    alsoAffected: idsOfDuplicates,
  },
  'gaps-in-seasons': { kinds: ['season'], mendedAt: () => '/episodes/edit', find: withGaps },
} as const satisfies Record<string, Report>

export type ReportName = keyof typeof reports
export const reportNames = Object.keys(reports) as ReportName[]
export const isReportName = (name: string): name is ReportName => Object.hasOwn(reports, name)
export const report = (name: ReportName): Report => reports[name]
