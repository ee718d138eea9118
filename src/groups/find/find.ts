import { Type } from 'typebox'
import { survivorsWithExternalId } from '#src/catalogue/edits/gone/survivors.ts'
import { type ExternalSource, externalSources, type Kind } from '#src/catalogue/kinds.ts'
import { canonicalId } from '#src/catalogue/parts/external-ids.ts'
import { episodesById, moviesById, peopleById, seasonsById, seriesById } from '#src/catalogue/summaries/by-id.ts'
import { EpisodeRow, SeasonRow } from '#src/catalogue/summaries/episodes.ts'
import { PersonRow } from '#src/catalogue/summaries/people.ts'
import { MovieRow, SeriesRow } from '#src/catalogue/summaries/titles.ts'
import { externalIdsTag } from '#src/contract/cache-tags.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { type Language, language } from '#src/contract/parameters.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'

const FindResults = Type.Object(
  {
    movie_results: Type.Array(MovieRow),
    person_results: Type.Array(PersonRow),
    tv_results: Type.Array(SeriesRow),
    tv_episode_results: Type.Array(EpisodeRow),
    tv_season_results: Type.Array(SeasonRow),
  },
  { title: 'FindResults' },
)

const television: Kind[] = ['series', 'season', 'episode', 'person']
const popular: Kind[] = ['movie', 'series', 'person']

/** Which kinds the ids of each system belong to. Source: the interface's rules, section 11. */
const kindsBySource: Record<ExternalSource, readonly Kind[]> = {
  filmdb_id: ['movie', 'series', 'episode', 'person'],
  kb1_mid: television,
  kb1_id: television,
  tvdata_id: ['series', 'season', 'episode'],
  tvguide_id: television,
  kb2_id: ['movie', ...television],
  socialnet1_id: popular,
  socialnet2_id: popular,
  socialnet3_id: popular,
  socialnet4_id: ['person'],
  socialnet5_id: ['person'],
  videosite1_id: ['person'],
}

/** Most records that one external id finds; nearly all ids have one. */
const maxFound = 100

const externalSource = Type.Unsafe<ExternalSource>({
  type: 'string',
  enum: Object.keys(externalSources),
  description: 'System that the ID belongs to',
})

/** As text: SQLite needs longer to read a bound list than to find the id. */
const among = (source: ExternalSource) => raw(kindsBySource[source].map((kind) => `'${kind}'`).join(', '))

const Found = Type.Object({ kind: Type.String(), entity_id: Type.Integer() })

export const find = operation('find.by_id', 'GET /3/find/{external_id}', {
  summary: 'Movies, people, series, seasons and episodes by their ID in another system',
  access: 'key',
  query: Type.Object({ external_source: externalSource, language }),
  reply: FindResults,
  cache: { seconds: cacheSeconds, tags: [externalIdsTag] },

  async handle({ db, params, query: { external_source, language } }) {
    const value = canonicalId(external_source, params.external_id)
    const present = await db.all(
      Found,
      sql`
      select kind, entity_id from external_id
      where external_source = ${external_source} and value = ${value} and kind in (${among(external_source)})
      order by kind, entity_id ${limit(maxFound)}`,
    )
    // A record that was merged into one with another id is still found by its own.
    const found = present.length > 0 ? present : await survivorsWithExternalId(db, external_source, [value])
    /** The rows of those of a kind; an id nearly always has records of one kind alone. */
    const rowsOf = async <Row>(kind: Kind, read: (db: Reader, ids: number[], language: Language) => Promise<Row[]>) => {
      const ids = found.filter((record) => record.kind === kind).map(({ entity_id }) => entity_id)
      return ids.length === 0 ? [] : read(db, ids, language)
    }
    const [movies, people, series, episodes, seasons] = await Promise.all([
      rowsOf('movie', moviesById),
      rowsOf('person', peopleById),
      rowsOf('series', seriesById),
      rowsOf('episode', episodesById),
      rowsOf('season', seasonsById),
    ])
    return {
      movie_results: movies,
      person_results: people,
      tv_results: series,
      tv_episode_results: episodes,
      tv_season_results: seasons,
    }
  },
})
