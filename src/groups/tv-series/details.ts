import { type Static, Type } from 'typebox'
import { appendableBelow, type Below } from '#src/catalogue/appendable.ts'
import { appendableChanges } from '#src/catalogue/changes/changes-operation.ts'
import { detailsOperation } from '#src/catalogue/details.ts'
import type { LanguageContext } from '#src/catalogue/part.ts'
import { networks, productionCompanies } from '#src/catalogue/parts/companies.ts'
import { genres } from '#src/catalogue/parts/genres.ts'
import {
  namedCountries,
  namedLanguages,
  ProductionCountry,
  SpokenLanguage,
} from '#src/catalogue/summaries/code-names.ts'
import { EpisodeSummary, episodeSummary, SeasonSummary, seasonSummary } from '#src/catalogue/summaries/episodes.ts'
import { perLanguage } from '#src/catalogue/summaries/per-language.ts'
import { pictureOf } from '#src/catalogue/summaries/selection.ts'
import { textLanguages, textsOf } from '#src/catalogue/summaries/texts.ts'
import { showsRecord } from '#src/contract/cache-tags.ts'
import { cacheSeconds } from '#src/contract/operation.ts'
import { type Language, language } from '#src/contract/parameters.ts'
import { nullable, untitled } from '#src/contract/schema.ts'
import type { Engine } from '#src/database/database.ts'
import { type Sql, sql } from '#src/database/sql.ts'
import { appendableStates } from '#src/kept/account-states.ts'
import { utcDay } from '#src/reference/days.ts'
import { EpisodeDetails, loadEpisode } from '../tv-episodes/details.ts'
import { loadSeason, SeasonDetails } from '../tv-seasons/details.ts'

const Creator = Type.Object(
  {
    id: Type.Integer(),
    credit_id: Type.String(),
    name: Type.String(),
    original_name: Type.String(),
    gender: Type.Integer(),
    profile_path: nullable(Type.String()),
    ...textLanguages('name'),
  },
  showsRecord('person'),
)

const EpisodeToAir = untitled(EpisodeSummary)

const reply = {
  adult: Type.Boolean(),
  backdrop_path: nullable(Type.String()),
  created_by: Type.Array(Creator),
  episode_run_time: Type.Array(Type.Integer()),
  first_air_date: Type.String(),
  ...genres.reply.series,
  homepage: Type.String(),
  id: Type.Integer(),
  in_production: Type.Boolean(),
  languages: Type.Array(Type.String()),
  last_air_date: nullable(Type.String()),
  last_episode_to_air: nullable(EpisodeToAir),
  name: Type.String(),
  next_episode_to_air: nullable(EpisodeToAir),
  ...networks.reply.series,
  number_of_episodes: Type.Integer(),
  number_of_seasons: Type.Integer(),
  origin_country: Type.Array(Type.String()),
  original_language: Type.String(),
  original_name: Type.String(),
  overview: Type.String(),
  popularity: Type.Number(),
  poster_path: nullable(Type.String()),
  ...productionCompanies.reply.series,
  production_countries: Type.Array(ProductionCountry),
  seasons: Type.Array(SeasonSummary),
  spoken_languages: Type.Array(SpokenLanguage),
  status: Type.String(),
  tagline: Type.String(),
  type: Type.String(),
  vote_average: Type.Number(),
  vote_count: Type.Integer(),
  ...textLanguages('name', 'overview', 'tagline', 'homepage'),
}

const embedded = ['created_by', 'genres', 'networks', 'production_companies', 'seasons'] as const
const computed = ['last_episode_to_air', 'next_episode_to_air'] as const
const Series = Type.Object({
  ...Type.Omit(Type.Object(reply), [...embedded, ...computed]).properties,
  number_of_episodes: nullable(Type.Integer()),
  number_of_seasons: nullable(Type.Integer()),
  production_countries: Type.Array(Type.String()),
  spoken_languages: Type.Array(Type.String()),
})

/** The facts in the table of series. */
const factsQuery = perLanguage((language: Language, engine: Engine) => {
  const { title, text, languages, join } = textsOf('series', 's', language, engine)
  return sql`
    select s.adult, ${pictureOf('series', 's', 'backdrops', 'backdrop_path')} as backdrop_path, s.episode_run_time,
      s.first_air_date, ${text('homepage')} as homepage, s.id, s.in_production, s.languages, s.last_air_date,
      ${title} as name, s.origin_country, s.original_language, s.original_name, ${text('overview')} as overview,
      s.number_of_episodes, s.number_of_seasons, s.popularity,
      ${pictureOf('series', 's', 'posters', 'poster_path', language)} as poster_path,
      s.production_countries, s.spoken_languages, s.status, ${text('tagline')} as tagline, s.type, s.vote_average,
      s.vote_count
      ${languages('name', 'overview', 'tagline', 'homepage')}
    from series s ${join}`
})

const seasonName = 'season/\\d{1,9}'
const seasonsBelow: Below = {
  of: 'season',
  pattern: seasonName,
  params: (series_id, name) => ({ series_id, season_number: numberIn(name, 1) }),
}
const episodesBelow: Below = {
  of: 'episode',
  pattern: `${seasonName}/episode/\\d{1,9}`,
  params: (series_id, name) => ({
    series_id,
    season_number: numberIn(name, 1),
    episode_number: numberIn(name, 3),
  }),
}
const numberIn = (name: string, at: number) => Number(name.split('/')[at])

export const details = detailsOperation('series', {
  summary: 'Details of a series, with its seasons',
  query: Type.Object({ language }),
  reply,
  cache: { seconds: cacheSeconds, endsAtMidnightIn: () => 'UTC' },

  async load(context, id) {
    const { db, query } = context
    const series = await db.one(Series, sql`${factsQuery(query.language, db.engine)} where s.id = ${id}`)
    if (!series) return undefined

    const [seasons, toAir, created_by, withGenres, withNetworks, withCompanies] = await Promise.all([
      seasonsOf(context, id),
      episodesToAir(context, id),
      creatorsOf(context, id),
      genres.load(context, 'series', id),
      networks.load(context, 'series', id),
      productionCompanies.load(context, 'series', id),
    ])
    const regular = seasons.filter(({ season_number }) => season_number > 0)
    return {
      ...series,
      ...withGenres,
      ...withNetworks,
      ...withCompanies,
      created_by,
      ...toAir,
      last_air_date: series.last_air_date ?? toAir.last_episode_to_air?.air_date ?? null,
      number_of_episodes: atLeast(
        series.number_of_episodes,
        regular.reduce((sum, { episode_count }) => sum + episode_count, 0),
      ),
      number_of_seasons: atLeast(series.number_of_seasons, regular.length),
      production_countries: namedCountries(series.production_countries),
      seasons,
      spoken_languages: namedLanguages(series.spoken_languages),
    }
  },

  further: [
    appendableStates('series'),
    appendableChanges('series'),
    ...appendableBelow(seasonsBelow, Type.Object({ language }), { reply: SeasonDetails, load: loadSeason }),
    ...appendableBelow(episodesBelow, Type.Object({ language }), { reply: EpisodeDetails, load: loadEpisode }),
  ],
})

/** What a source states about a series counts until the catalogue has more than that. */
const atLeast = (stated: number | null, known: number) => Math.max(stated ?? 0, known)

async function seasonsOf({ db, query }: LanguageContext, id: number) {
  const { columns, join } = seasonSummary(query.language, db.engine)
  return db.all(
    SeasonSummary,
    sql`select ${columns} from season n ${join} where n.series_id = ${id} order by n.season_number`,
  )
}

/**
 * The latest episode that is out and the first that is not, by the day in UTC. A special only counts if there is no
 * regular episode.
 */
async function episodesToAir({ db, query, now }: LanguageContext, id: number) {
  const { columns, join } = episodeSummary(query.language, db.engine)
  const today = utcDay(now)
  const last = (condition: Sql) => sql`(select id from episode
    where series_id = ${id} and air_date <= ${today} and ${condition}
    order by air_date desc, season_number desc, episode_number desc limit 1)`
  const next = (condition: Sql) => sql`(select id from episode
    where series_id = ${id} and air_date > ${today} and ${condition}
    order by air_date, season_number, episode_number limit 1)`
  const episodes = await db.all(
    EpisodeSummary,
    sql`
    select ${columns} from episode e ${join}
    where e.id = coalesce(${last(isRegular)}, ${last(isSpecial)})
      or e.id = coalesce(${next(isRegular)}, ${next(isSpecial)})`,
  )
  const isOut = ({ air_date }: EpisodeSummary) => air_date !== null && air_date <= today
  return {
    last_episode_to_air: episodes.find(isOut) ?? null,
    next_episode_to_air: episodes.find((episode) => !isOut(episode)) ?? null,
  }
}

const isRegular = sql`season_number > 0`
const isSpecial = sql`season_number = 0`

const creators = perLanguage((language: Language, engine: Engine) => {
  const { title, languages, join } = textsOf('person', 'p', language, engine)
  return sql`
    select p.id, c.id as credit_id, ${title} as name, p.original_name, p.gender,
      ${pictureOf('person', 'p', 'profiles', 'profile_path')} as profile_path
      ${languages('name')}
    from credit c join person p on p.id = c.person_id ${join}`
})

/** The people who created the series, each once. */
async function creatorsOf({ db, query }: LanguageContext, id: number): Promise<Static<typeof Creator>[]> {
  const credits = await db.all(
    Creator,
    sql`
    ${creators(query.language, db.engine)}
    where c.kind = 'series' and c.entity_id = ${id} and c.credit_type = 'crew' and c.job = 'Creator'
    order by c."order", c.id`,
  )
  return [...Map.groupBy(credits, (credit) => credit.id).values()].map(([first]) => first as Static<typeof Creator>)
}
