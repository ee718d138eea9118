import { type Static, Type } from 'typebox'
import { episodesById, moviesById, seriesSummariesById } from '#src/catalogue/summaries/by-id.ts'
import { EpisodeRow } from '#src/catalogue/summaries/episodes.ts'
import { MovieRow } from '#src/catalogue/summaries/titles.ts'
import type { Language } from '#src/contract/languages.ts'
import { onPage, paged, pageOf, pageSize } from '#src/contract/paging.ts'
import { extend } from '#src/contract/schema.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Reader } from '#src/database/database.ts'
import { join, raw, sql } from '#src/database/sql.ts'
import type { WatchedKind } from './watched.ts'

export const watchedOrders = ['watched_at.desc', 'watched_at.asc'] as const

const times = {
  watched_at: Type.String({ description: 'Time in UTC; noon if only the date is known, empty if not even that' }),
  watched_on: Type.String({ description: 'Date in the time zone of the person; empty if nobody knows it' }),
  rewatch: Type.Boolean({ description: 'Whether the person says that they had watched it before' }),
}
const WatchedMovie = extend(MovieRow, times, 'WatchedMovie')
const WatchedEpisode = extend(EpisodeRow, { show_name: Type.String(), ...times }, 'WatchedEpisode')
const Row = Type.Union([WatchedMovie, WatchedEpisode])
export type WatchedRow = Static<typeof Row>

export const watchedReply = paged(Row)

const Entry = Type.Object({
  kind: Type.Unsafe<WatchedKind>({ type: 'string' }),
  entity_id: Type.Integer(),
  watched_at: Type.String(),
  watched_on: Type.String(),
  rewatch: Type.Boolean(),
})

type WatchedAsked = {
  language: Language
  page: number
  page_size?: number
  sort_by: (typeof watchedOrders)[number]
  kind?: WatchedKind | undefined
  series_id?: number
  watched_from?: string
  watched_to?: string
}

/** One page of what an account has watched: its entries first, which an index has in this order, then the records. */
export async function watchedPage(db: Reader, account_id: number, asked: WatchedAsked) {
  const { language, page, page_size: size = pageSize, sort_by, kind, series_id, watched_from, watched_to } = asked
  const conditions = [
    sql`account_id = ${account_id}`,
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(series_id === undefined ? [] : [sql`series_id = ${series_id}`]),
    ...(watched_from === undefined ? [] : [sql`watched_on >= ${watched_from}`]),
    // What has no day lies on none of these.
    ...(watched_to === undefined ? [] : [sql`watched_on <= ${watched_to}`, sql`watched_on > ''`]),
  ]
  const from = sql`from watched where ${join(conditions, ' and ')}`
  const direction = raw(sort_by === 'watched_at.asc' ? 'asc' : 'desc')
  const order = join(
    ['watched_on', 'watched_at', 'kind', 'entity_id'].map((column) => sql`${raw(column)} ${direction}`),
  )
  const [entries, count] = await Promise.all([
    db.all(
      Entry,
      sql`
      select kind, entity_id, watched_at, watched_on, coalesce(is_rewatch, false) as rewatch ${from}
      order by ${order} ${onPage(page, size)}`,
    ),
    countRows(db, from),
  ])
  return pageOf(page, await rowsOf(db, entries, language), count, size)
}

/** Entries with what they are about, in their order. */
async function rowsOf(db: Reader, entries: readonly Static<typeof Entry>[], language: Language) {
  const idsOf = (of: WatchedKind) => [
    ...new Set(entries.filter(({ kind }) => kind === of).map(({ entity_id }) => entity_id)),
  ]
  const [movies, episodes] = await Promise.all([
    moviesById(db, idsOf('movie'), language),
    episodesById(db, idsOf('episode'), language),
  ])
  const series = await seriesSummariesById(db, [...new Set(episodes.map(({ show_id }) => show_id))], language)
  const names = new Map(series.map(({ id, name }) => [id, name]))
  const movieOf = new Map(movies.map((row) => [row.id, row]))
  const episodeOf = new Map(episodes.map((row) => [row.id, row]))
  return entries.flatMap(({ kind, entity_id, ...times }): WatchedRow[] => {
    const movie = kind === 'movie' ? movieOf.get(entity_id) : undefined
    if (movie) return [{ ...movie, ...times }]
    const episode = kind === 'episode' ? episodeOf.get(entity_id) : undefined
    return episode ? [{ ...episode, show_name: names.get(episode.show_id) ?? '', ...times }] : []
  })
}
