import { type Static, Type } from 'typebox'
import { type Language, language } from '#src/contract/parameters.ts'
import { extend } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { alike, part } from '../part.ts'
import { PersonBase, personBase } from '../summaries/people.ts'
import {
  countedEpisodes,
  type EpisodeCounts,
  episodeCount,
  roleOf,
  type SeriesCredit,
  seasonEpisodes,
  seriesCredits,
} from '../summaries/series-credits.ts'

const Role = Type.Object({ credit_id: Type.String(), character: Type.String(), episode_count: Type.Integer() })
const Job = Type.Object({ credit_id: Type.String(), job: Type.String(), episode_count: Type.Integer() })
const AggregateCast = extend(
  PersonBase,
  { roles: Type.Array(Role), total_episode_count: Type.Integer(), order: Type.Integer() },
  'AggregateCast',
)
const AggregateCrew = extend(
  PersonBase,
  { jobs: Type.Array(Job), department: Type.String(), total_episode_count: Type.Integer() },
  'AggregateCrew',
)

export const aggregateCredits = part({
  name: 'aggregate_credits',
  summary: 'Cast and crew of all episodes, with the number of episodes of each role and job',
  query: Type.Object({ language }),
  reply: alike({ cast: Type.Array(AggregateCast), crew: Type.Array(AggregateCrew) }),
  async load({ db, query }, kind, id) {
    const { credits: all, seasons } = await (kind === 'series' ? ofSeries(db, id) : ofSeason(db, id))
    const credits = all.filter(({ job }) => job !== creatorJob)
    const people = await peopleOf(db, credits, query.language)
    const counts = countedEpisodes(seasons)
    return { cast: castOf(credits, counts, people), crew: crewOf(credits, counts, people) }
  },
})

/** The details of a series name its creators, in `created_by`. They are no crew of its episodes. */
const creatorJob = 'Creator'

async function ofSeries(db: Reader, id: number) {
  const [credits, seasons] = await Promise.all([
    seriesCredits(db, {
      series: sql`c.entity_id = ${id}`,
      season: sql`n.series_id = ${id}`,
      episode: sql`e.series_id = ${id}`,
    }),
    seasonEpisodes(db, [id]),
  ])
  return { credits: withoutCrewOfSeasons(credits), seasons }
}

/** Crew that only a season names, and no episode or the series itself, is only shown with that season. */
function withoutCrewOfSeasons(credits: readonly SeriesCredit[]): SeriesCredit[] {
  const isOfSeason = ({ season_number, episode_id }: SeriesCredit) => season_number !== null && episode_id === null
  const jobOf = (credit: SeriesCredit) => `${credit.person_id} ${roleOf(credit)}`
  const jobsElsewhere = new Set(credits.filter((credit) => !isOfSeason(credit)).map(jobOf))
  return credits.filter(
    (credit) => credit.credit_type !== 'crew' || !isOfSeason(credit) || jobsElsewhere.has(jobOf(credit)),
  )
}

const Season = Type.Object({ series_id: Type.Integer(), season_number: Type.Integer() })

/** The credits of a season are its own, those of its episodes, and, except for the specials, those of the series. */
async function ofSeason(db: Reader, id: number) {
  const season = await db.one(Season, sql`select series_id, season_number from season where id = ${id}`)
  if (!season) return { credits: [], seasons: [] }
  const { series_id, season_number } = season
  // No series has the id 0.
  const owner_id = season_number > 0 ? series_id : 0
  const [credits, seasons] = await Promise.all([
    seriesCredits(db, {
      series: sql`c.entity_id = ${owner_id}`,
      season: sql`n.id = ${id}`,
      episode: sql`e.series_id = ${series_id} and e.season_number = ${season_number}`,
    }),
    seasonEpisodes(db, [series_id]),
  ])
  return { credits, seasons: seasons.filter((counted) => counted.season_number === season_number) }
}

type People = ReadonlyMap<number, Static<typeof PersonBase>>

async function peopleOf(db: Reader, credits: readonly SeriesCredit[], language: Language): Promise<People> {
  const { columns, join } = personBase(language, db.engine)
  const ids = [...new Set(credits.map(({ person_id }) => person_id))]
  const people = await db.all(
    PersonBase,
    sql`select ${columns} from person p ${join} where ${db.engine.anyOf(raw('p.id'), ids)}`,
  )
  return new Map(people.map((person) => [person.id, person]))
}

function castOf(credits: readonly SeriesCredit[], counts: EpisodeCounts, people: People) {
  const cast = credits.filter(({ credit_type }) => credit_type !== 'crew')
  return [...Map.groupBy(cast, ({ person_id }) => person_id)]
    .map(([person_id, group]) => ({
      person_id,
      first: group.find(({ credit_type }) => credit_type === 'cast') ?? (group[0] as SeriesCredit),
      roles: rolesOf(group, counts).map(({ credit_id, character, episode_count }) => {
        return { credit_id, character, episode_count }
      }),
      total_episode_count: episodeCount(group, counts),
    }))
    .sort(
      (a, b) =>
        place(a.first) - place(b.first) ||
        a.first.order - b.first.order ||
        b.total_episode_count - a.total_episode_count ||
        a.person_id - b.person_id,
    )
    .map(({ person_id, first, roles, total_episode_count }) => ({
      ...(people.get(person_id) as Static<typeof PersonBase>),
      roles,
      total_episode_count,
      order: first.order,
    }))
}

/** The cast of the series comes before that of its seasons and of single episodes; guests come last. */
const place = ({ credit_type, season_number, episode_id }: SeriesCredit) =>
  credit_type === 'guest' ? 3 : season_number === null ? 0 : episode_id === null ? 1 : 2

function crewOf(credits: readonly SeriesCredit[], counts: EpisodeCounts, people: People) {
  const crew = credits.filter(({ credit_type }) => credit_type === 'crew')
  const rows = Map.groupBy(crew, ({ person_id, department }) => `${person_id} ${department}`)
  return [...rows.values()].map((group) => {
    const { person_id, department } = group[0] as SeriesCredit
    return {
      ...(people.get(person_id) as Static<typeof PersonBase>),
      jobs: rolesOf(group, counts).map(({ credit_id, job, episode_count }) => ({ credit_id, job, episode_count })),
      department,
      total_episode_count: episodeCount(group, counts),
    }
  })
}

/** The roles of a person, each with the id of its widest credit; those with the most episodes come first. */
const rolesOf = (credits: readonly SeriesCredit[], counts: EpisodeCounts) =>
  [...Map.groupBy(credits, roleOf).values()]
    .map((group) => ({ ...(group[0] as SeriesCredit), episode_count: episodeCount(group, counts) }))
    .sort((a, b) => b.episode_count - a.episode_count)
