import { type Static, Type } from 'typebox'
import { moviesById, peopleOnlyById, seriesById } from '#src/catalogue/summaries/by-id.ts'
import { CreditType } from '#src/catalogue/summaries/credits.ts'
import { EpisodeRow, episodeSummary, SeasonRow, seasonRow } from '#src/catalogue/summaries/episodes.ts'
import { PersonBase } from '#src/catalogue/summaries/people.ts'
import { MovieRow, SeriesRow } from '#src/catalogue/summaries/titles.ts'
import { creditsTag } from '#src/contract/cache-tags.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { type Language, language } from '#src/contract/parameters.ts'
import { extend } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'

/** The seasons and episodes that one credit may be about: several of them have the same id in some sources. */
const maxOwners = 500

const character = Type.Optional(Type.String({ description: 'Not for crew' }))
const Movie = extend(MovieRow, { character }, 'CreditedMovie')
const Series = extend(
  SeriesRow,
  { character, episodes: Type.Array(EpisodeRow), seasons: Type.Array(SeasonRow) },
  'CreditedTv',
)
const Person = extend(PersonBase, { media_type: Type.Literal('person') }, 'CreditedPerson')

const CreditDetails = Type.Object(
  {
    credit_type: Type.String({ enum: ['cast', 'crew', 'creator'] }),
    department: Type.String(),
    job: Type.String(),
    media: Type.Union([Movie, Series]),
    media_type: Type.Union([Type.Literal('movie'), Type.Literal('tv')]),
    id: Type.String(),
    person: Person,
  },
  { title: 'CreditDetails' },
)

const Credit = Type.Object({
  kind: Type.Union([Type.Literal('movie'), Type.Literal('series'), Type.Literal('season'), Type.Literal('episode')]),
  entity_id: Type.Integer(),
  credit_type: CreditType,
  person_id: Type.Integer(),
  character: Type.String(),
  department: Type.String(),
  job: Type.String(),
})
type Credit = Static<typeof Credit>

export const details = operation('credits.details', 'GET /3/credit/{credit_id}', {
  summary: 'A credit: who did what in which movie or series, and in which of its seasons and episodes',
  access: 'key',
  query: Type.Object({ language }),
  reply: CreditDetails,
  cache: { seconds: cacheSeconds, tags: [creditsTag] },

  async handle({ db, params: { credit_id }, query: { language } }) {
    const credits = await db.all(
      Credit,
      sql`
      select kind, entity_id, credit_type, person_id, character, department, job from credit
      where id = ${credit_id} order by kind, entity_id ${limit(maxOwners)}`,
    )
    const [credit] = credits
    if (!credit) return undefined
    const { credit_type, department, job } = credit
    const isCrew = credit_type === 'crew'
    const [media, [person]] = await Promise.all([
      credit.kind === 'movie' ? movieOf(db, credit, language) : seriesOf(db, credits, language),
      peopleOnlyById(db, [credit.person_id], language),
    ])
    if (!media || !person) return undefined
    const type = !isCrew ? ('cast' as const) : job === 'Creator' ? ('creator' as const) : ('crew' as const)
    return {
      credit_type: type,
      department,
      job,
      media: isCrew ? media : { ...media, character: credit.character },
      media_type: media.media_type,
      id: credit_id,
      person,
    }
  },
})

const movieOf = async (db: Reader, { entity_id }: Credit, language: Language) =>
  (await moviesById(db, [entity_id], language))[0]

/** The series of a credit that is its own, or that of seasons or episodes, with these. */
async function seriesOf(db: Reader, credits: readonly Credit[], language: Language) {
  const idsOf = (of: string) => credits.filter(({ kind }) => kind === of).map(({ entity_id }) => entity_id)
  const season = seasonRow(language, db.engine)
  const episode = episodeSummary(language, db.engine)
  const [seasons, episodes] = await Promise.all([
    db.all(
      SeasonRow,
      sql`select ${season.columns}, 'tv_season' as media_type from season n ${season.join}
        where ${db.engine.anyOf(raw('n.id'), idsOf('season'))} order by n.season_number, n.id`,
    ),
    db.all(
      EpisodeRow,
      sql`select ${episode.columns}, 'tv_episode' as media_type from episode e ${episode.join}
        where ${db.engine.anyOf(raw('e.id'), idsOf('episode'))}
        order by e.season_number, e.episode_number, e.id`,
    ),
  ])
  const series_id = idsOf('series')[0] ?? seasons[0]?.show_id ?? episodes[0]?.show_id
  if (series_id === undefined) return undefined
  const [series] = await seriesById(db, [series_id], language)
  return series && { ...series, episodes, seasons }
}
