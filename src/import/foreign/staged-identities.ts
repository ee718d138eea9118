import { type Kind, kindNames } from '#src/catalogue/kinds.ts'
import { sql } from '#src/database/sql.ts'
import type { openConnection } from '#src/database/sqlite/connection.ts'
import type { ForeignLabel } from './foreign-record.ts'
import type { Identity, Placed } from './foreign-staging.ts'

export type Connection = ReturnType<typeof openConnection>

/** The number by which the file knows a kind. */
export const numberOf = (of: Kind): number => kindNames.indexOf(of)

/** Longest name of what is no record. */
const maxLabel = 300

/** Names of what is no record, such as roles. */
export function labelling(connection: Connection) {
  return {
    addLabel: ({ labelOf, text }: ForeignLabel) =>
      connection.each('insert or ignore into label (key, text) values (?, ?)', [
        [labelOf, text.slice(0, maxLabel).toWellFormed()],
      ]),
    labels(keys: readonly string[]): Map<string, string> {
      if (keys.length === 0) return new Map()
      const rows = connection.all(sql`
        select l.key, l.text from json_each(${keys}) as k cross join label l on l.key = k.value`)
      return new Map(rows.map(({ key, text }) => [key as string, text as string]))
    },
  }
}

/** The episodes that the files have of a series. */
function episodesIn(connection: Connection) {
  return {
    /** Episodes of a series that the files place, by the day when they were aired. Their keys begin with its own. */
    airedOn(series: string, date: string): Placed[] {
      const rows = connection.all(sql`
        select id, season, episode from identity
        where kind = ${numberOf('episode')} and key > ${`${series}/s`} and key < ${`${series}/t`}
          and series = ${series} and air_date = ${date} and season is not null and id is not null`)
      return rows as Placed[]
    },
    /** Episodes of a series that the files place. */
    placedIn(series: string): Placed[] {
      const rows = connection.all(sql`
        select id, season, episode from identity
        where kind = ${numberOf('episode')} and key > ${`${series}/s`} and key < ${`${series}/t`}
          and series = ${series} and season is not null and episode is not null and id is not null`)
      return rows as Placed[]
    },
    /** Whether all that the files have of a series is episodes of which they do not say the season. */
    hasOnlyUnplaced(series: string): boolean {
      const row = connection.one(sql`
        select count(*) as total, count(season) as placed from identity
        where kind = ${numberOf('episode')} and key > ${`${series}/`} and key < ${`${series}0`} and series = ${series}`)
      return row !== undefined && Number(row.total) > 0 && row.placed === 0
    },
  }
}

/** What was found out about records, and asked again. */
export function identifying(connection: Connection) {
  return {
    ...episodesIn(connection),
    /** Gives episodes that know the key of their season the series and the number of it. */
    placeEpisodes() {
      connection.run(sql`
        update identity set series = s.series, season = s.season from identity s
        where identity.kind = ${numberOf('episode')} and identity.season_key is not null
          and s.kind = ${numberOf('season')} and s.key = identity.season_key`)
    },
    settle(of: Kind, rows: readonly (Identity & { key: string })[]) {
      connection.each(
        `update identity set id = ?, is_new = ?, is_made = ?,
          season = coalesce(season, ?), episode = coalesce(episode, ?)
        where kind = ? and key = ?`,
        rows.map(({ id, isNew, isMade = false, key, within }) => [
          ...[id, isNew ? 1 : 0, isMade ? 1 : 0, within?.season ?? null, within?.episode ?? null],
          ...[numberOf(of), key],
        ]),
      )
    },
    /** Which records of the catalogue these are; those that the files do not hold are missing. */
    identities(of: Kind, keys: readonly string[]): Map<string, Identity> {
      const rows = connection.all(sql`
        select i.key, i.id, i.is_new, i.is_made, i.series, i.season, i.episode from json_each(${keys}) as k
        cross join identity i on i.kind = ${numberOf(of)} and i.key = k.value`)
      return new Map(
        rows.map(({ key, id, is_new, is_made, series, season, episode }) => {
          const within = series === null ? undefined : { series, season, episode }
          const identity = { id, isNew: is_new === 1, isMade: is_made === 1, ...(within && { within }) }
          return [key as string, identity as Identity]
        }),
      )
    },
    /** Says that what is known by these words is a record, so that the same one under another key is found. */
    claim(of: Kind, { id, isNew }: Identity, words: readonly string[]) {
      if (id === null) return
      connection.each(
        'insert into claim (kind, what, id, is_new) values (?, ?, ?, ?) on conflict do nothing',
        words.map((word) => [numberOf(of), word, id, isNew ? 1 : 0]),
      )
    },
    /** What records are known by words, by the word. */
    claims(of: Kind, words: readonly string[]): Map<string, Identity & { id: number }> {
      const rows = connection.all(sql`
        select c.what, c.id, c.is_new from json_each(${words}) as w
        cross join claim c on c.kind = ${numberOf(of)} and c.what = w.value`)
      return new Map(rows.map(({ what, id, is_new }) => [what as string, { id: id as number, isNew: is_new === 1 }]))
    },
  }
}
