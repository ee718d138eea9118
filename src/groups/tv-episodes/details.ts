import { type Static, Type } from 'typebox'
import { detailsOperation } from '#src/catalogue/details.ts'
import { Crew, creditRows, crew, guestStars, SeriesCast } from '#src/catalogue/summaries/credits.ts'
import { episodeType } from '#src/catalogue/summaries/episodes.ts'
import { perLanguage } from '#src/catalogue/summaries/per-language.ts'
import { pictureOf } from '#src/catalogue/summaries/selection.ts'
import { textLanguages, textsOf } from '#src/catalogue/summaries/texts.ts'
import type { Context } from '#src/contract/operation.ts'
import { type Language, language } from '#src/contract/parameters.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Engine } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { appendableStates } from '#src/kept/account-states.ts'

export const EpisodeDetails = Type.Object({
  air_date: nullable(Type.String()),
  crew: Type.Array(Crew),
  episode_number: Type.Integer(),
  episode_type: Type.String(),
  guest_stars: Type.Array(SeriesCast),
  name: Type.String(),
  overview: Type.String(),
  id: Type.Integer(),
  production_code: Type.String(),
  runtime: nullable(Type.Integer()),
  season_number: Type.Integer(),
  still_path: nullable(Type.String()),
  vote_average: Type.Number(),
  vote_count: Type.Integer(),
  ...textLanguages('name', 'overview'),
})

const Episode = Type.Omit(EpisodeDetails, ['crew', 'guest_stars'])

/** The facts in the table of episodes. */
const factsQuery = perLanguage((language: Language, engine: Engine) => {
  const { title, text, languages, join } = textsOf('episode', 'e', language, engine)
  return sql`
    select e.air_date, e.episode_number, ${episodeType} as episode_type, ${title} as name,
      ${text('overview')} as overview, e.id, e.production_code, e.runtime, e.season_number,
      ${pictureOf('episode', 'e', 'stills', 'still_path')} as still_path, e.vote_average, e.vote_count
      ${languages('name', 'overview')}
    from episode e ${join}`
})

type Loading = Pick<Context, 'db'> & { query: { language: Language } }

export async function loadEpisode(
  { db, query }: Loading,
  id: number,
): Promise<Static<typeof EpisodeDetails> | undefined> {
  const [episode, credits] = await Promise.all([
    db.one(Episode, sql`${factsQuery(query.language, db.engine)} where e.id = ${id}`),
    creditRows(db, query.language, sql`c.kind = 'episode' and c.entity_id = ${id} and c.credit_type <> 'cast'`),
  ])
  return episode && { ...episode, crew: crew(credits), guest_stars: guestStars(credits) }
}

export const details = detailsOperation('episode', {
  summary: 'Details of an episode, with its crew and guest stars',
  query: Type.Object({ language }),
  further: [appendableStates('episode')],
  reply: EpisodeDetails.properties,
  load: loadEpisode,
})
