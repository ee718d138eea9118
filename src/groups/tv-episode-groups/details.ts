import { type Static, Type } from 'typebox'
import { EpisodeGroup, type Group, ordersOf } from '#src/catalogue/parts/episode-groups.ts'
import { EpisodeSummary, episodeSummary } from '#src/catalogue/summaries/episodes.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { language } from '#src/contract/parameters.ts'
import { extend } from '#src/contract/schema.ts'
import { raw, sql } from '#src/database/sql.ts'

const GroupEpisode = extend(EpisodeSummary, { order: Type.Integer() }, 'GroupEpisode')
const EpisodesOfGroup = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    order: Type.Integer(),
    episodes: Type.Array(GroupEpisode),
    locked: Type.Boolean(),
  },
  { title: 'EpisodesOfGroup' },
)

/** The most episodes in a reply about an order, which may have one in each of its groups. */
export const maxEpisodesOfOrder = 10_000

export const details = operation('tv_episode_groups.details', 'GET /3/tv/episode_group/{tv_episode_group_id}', {
  summary: `An episode order of a series, in groups, with at most ${maxEpisodesOfOrder} episodes`,
  access: 'key',
  query: Type.Object({ language }),
  reply: extend(EpisodeGroup, { groups: Type.Array(EpisodesOfGroup) }, 'EpisodeGroupDetails'),
  isWide: true,
  cache: { seconds: cacheSeconds, tags: ['series', 'network'] },

  async handle({ db, params, query }) {
    const [found] = await ordersOf(db, sql`id = ${params.tv_episode_group_id}`)
    if (!found) return undefined
    const { groups, entity_id } = found.order
    const ids = [...new Set(groups.flatMap(({ episodes }) => episodes))]
    const { columns, join } = episodeSummary(query.language, db.engine)
    const episodes = await db.all(
      EpisodeSummary,
      sql`
      select ${columns} from episode e ${join}
      where e.series_id = ${entity_id} and ${db.engine.anyOf(raw('e.id'), ids)}`,
    )
    const byId = new Map(episodes.map((episode) => [episode.id, episode]))
    let left = maxEpisodesOfOrder
    const shown = groups.map((group) => {
      const episodes = group.episodes.slice(0, left)
      left -= episodes.length
      return groupOf({ ...group, episodes }, byId)
    })
    return { ...found.shown, groups: shown }
  },
})

/** A group with its episodes, which are numbered from 0. */
function groupOf(
  { episodes, ...group }: Group,
  byId: ReadonlyMap<number, EpisodeSummary>,
): Static<typeof EpisodesOfGroup> {
  const known = episodes.flatMap((id) => byId.get(id) ?? [])
  return { ...group, episodes: known.map((episode, order) => ({ ...episode, order })) }
}
