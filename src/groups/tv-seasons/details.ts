import { type Static, Type } from 'typebox'
import { detailsOperation } from '#src/catalogue/details.ts'
import { entryId } from '#src/catalogue/entry-id.ts'
import type { LanguageContext } from '#src/catalogue/part.ts'
import { networks } from '#src/catalogue/parts/companies.ts'
import { Crew, creditRows, crew, guestStars, SeriesCast } from '#src/catalogue/summaries/credits.ts'
import { EpisodeSummary, episodeSummary } from '#src/catalogue/summaries/episodes.ts'
import { perLanguage } from '#src/catalogue/summaries/per-language.ts'
import { pictureOf } from '#src/catalogue/summaries/selection.ts'
import { textLanguages, textsOf } from '#src/catalogue/summaries/texts.ts'
import { type Language, language } from '#src/contract/parameters.ts'
import { extend, nullable } from '#src/contract/schema.ts'
import type { Engine } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { appendableStates } from '#src/kept/account-states.ts'

const SeasonEpisode = extend(
  EpisodeSummary,
  { crew: Type.Array(Crew), guest_stars: Type.Array(SeriesCast) },
  'SeasonEpisode',
)

export const SeasonDetails = Type.Object({
  _id: Type.String(),
  air_date: nullable(Type.String()),
  episodes: Type.Array(SeasonEpisode),
  name: Type.String(),
  ...networks.reply.series,
  overview: Type.String(),
  id: Type.Integer(),
  poster_path: nullable(Type.String()),
  season_number: Type.Integer(),
  vote_average: Type.Number(),
  ...textLanguages('name', 'overview'),
})

const Season = Type.Object({
  ...Type.Omit(SeasonDetails, ['_id', 'episodes', 'networks']).properties,
  series_id: Type.Integer(),
})

/** The facts in the table of seasons. */
const factsQuery = perLanguage((language: Language, engine: Engine) => {
  const { title, text, languages, join } = textsOf('season', 'n', language, engine)
  return sql`
    select n.air_date, ${title} as name, ${text('overview')} as overview, n.id,
      ${pictureOf('season', 'n', 'posters', 'poster_path', language)} as poster_path, n.season_number,
      n.vote_average, n.series_id
      ${languages('name', 'overview')}
    from season n ${join}`
})

export async function loadSeason(
  context: LanguageContext,
  id: number,
): Promise<Static<typeof SeasonDetails> | undefined> {
  const { db, query } = context
  const found = await db.one(Season, sql`${factsQuery(query.language, db.engine)} where n.id = ${id}`)
  if (!found) return undefined

  const { series_id, ...season } = found
  const [withNetworks, episodes] = await Promise.all([
    networks.load(context, 'series', series_id),
    episodesOf(context, series_id, season.season_number),
  ])
  return { _id: entryId('season', 'season', id, []), ...season, ...withNetworks, episodes }
}

async function episodesOf({ db, query }: LanguageContext, series_id: number, season_number: number) {
  const { columns, join } = episodeSummary(query.language, db.engine)
  const ofSeason = sql`e.series_id = ${series_id} and e.season_number = ${season_number}`
  const [episodes, credits] = await Promise.all([
    db.all(EpisodeSummary, sql`select ${columns} from episode e ${join} where ${ofSeason} order by e.episode_number`),
    creditRows(
      db,
      query.language,
      sql`c.kind = 'episode' and c.entity_id in (select e.id from episode e where ${ofSeason})
        and c.credit_type <> 'cast'`,
    ),
  ])
  const creditsOf = Map.groupBy(credits, ({ entity_id }) => entity_id)
  return episodes.map((episode) => {
    const ofEpisode = creditsOf.get(episode.id) ?? []
    return { ...episode, crew: crew(ofEpisode), guest_stars: guestStars(ofEpisode) }
  })
}

export const details = detailsOperation('season', {
  summary: 'Details of a season, with its episodes',
  query: Type.Object({ language }),
  further: [appendableStates('season')],
  reply: SeasonDetails.properties,
  load: loadSeason,
})
