import { type Static, Type } from 'typebox'
import type { Appendable } from '#src/catalogue/appendable.ts'
import type { PathParameters } from '#src/catalogue/kinds.ts'
import { findRecord } from '#src/catalogue/part.ts'
import { raterOf } from '#src/contract/access.ts'
import type { Context } from '#src/contract/operation.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'
import { type Keeper, ratingsOf } from './keeper.ts'
import type { MarkList } from './marks.ts'
import type { RatedKind } from './ratings.ts'

type Rated = false | { value: number }
const rated = Type.Unsafe<Rated>({
  anyOf: [
    { type: 'boolean', enum: [false] },
    { type: 'object', properties: { value: { type: 'number' } }, required: ['value'] },
  ],
  description: 'The rating, or `false` where there is none',
})
const ratedAs = (value: number | null): Rated => (value === null ? false : { value })

/** What an account or a guest keeps of a title or an episode. */
export const AccountStates = Type.Object(
  {
    id: Type.Integer(),
    favorite: Type.Boolean({ description: 'Always `false` for a guest, and for an episode' }),
    rated,
    watchlist: Type.Boolean({ description: 'Always `false` for a guest, and for an episode' }),
  },
  { title: 'AccountStates' },
)

export const SeasonAccountStates = Type.Object(
  {
    id: Type.Integer(),
    results: Type.Array(Type.Object({ id: Type.Integer(), episode_number: Type.Integer(), rated })),
  },
  { title: 'SeasonAccountStates' },
)

type Asked = Pick<Context, 'db' | 'caller'> & { params: PathParameters }

const States = Type.Object({ favorite: Type.Boolean(), watchlist: Type.Boolean(), value: nullable(Type.Number()) })

/** What whoever asks keeps of a movie, a series or an episode; undefined if there is no such record. */
export async function accountStates({ db, caller, params }: Asked, kind: RatedKind) {
  const keeper = raterOf(caller)
  const id = await findRecord(db, kind, params)
  return id === undefined ? undefined : statesOf(db, keeper, kind, id)
}

async function statesOf(db: Reader, keeper: Keeper, kind: RatedKind, id: number) {
  const states = await db.one(
    States,
    sql`
    select
      ${isMarked('favorite', keeper, kind, id)} as favorite,
      ${isMarked('watchlist', keeper, kind, id)} as watchlist,
      ${ratingOf(keeper, kind, sql`${id}`)} as value
    from record where kind = ${kind} and id = ${id}`,
  )
  return states && { id, favorite: states.favorite, rated: ratedAs(states.value), watchlist: states.watchlist }
}

const Episode = Type.Object({ id: Type.Integer(), episode_number: Type.Integer(), value: nullable(Type.Number()) })

/** The ratings of whoever asks for the episodes of a season; undefined if there is no such season. */
export async function seasonAccountStates({
  db,
  caller,
  params,
}: Asked): Promise<Static<typeof SeasonAccountStates> | undefined> {
  const keeper = raterOf(caller)
  const id = await findRecord(db, 'season', params)
  return id === undefined ? undefined : statesOfSeason(db, keeper, id)
}

async function statesOfSeason(db: Reader, keeper: Keeper, id: number): Promise<Static<typeof SeasonAccountStates>> {
  const episodes = await db.all(
    Episode,
    sql`
    select e.id, e.episode_number, ${ratingOf(keeper, 'episode', sql`e.id`)} as value
    from season s join episode e on e.series_id = s.series_id and e.season_number = s.season_number
    where s.id = ${id} order by e.episode_number, e.id`,
  )
  return { id, results: episodes.map(({ value, ...episode }) => ({ ...episode, rated: ratedAs(value) })) }
}

/** The account states of a kind appended to its details, for whoever is known by a session. */
export const appendableStates = (of: RatedKind | 'season'): Appendable => ({
  name: 'account_states',
  reply: Type.Omit(of === 'season' ? SeasonAccountStates : AccountStates, ['id'], {
    title: of === 'season' ? 'AppendedSeasonAccountStates' : 'AppendedAccountStates',
    description: 'Only if the request has the session of a user or a guest',
  }),
  readQuery: () => ({}),
  refusals: [],
  dependsOnSite: false,
  isPersonal: true,
  async load({ db, caller }, id) {
    if (!caller.account && !caller.guest) return undefined
    const keeper = raterOf(caller)
    const states = of === 'season' ? await statesOfSeason(db, keeper, id) : await statesOf(db, keeper, of, id)
    if (!states) return undefined
    const { id: _id, ...appended } = states
    return appended
  },
})

/** Guests mark nothing. */
const isMarked = (list: MarkList, keeper: Keeper, kind: RatedKind, id: number): Sql =>
  'guest_id' in keeper || kind === 'episode'
    ? sql`false`
    : sql`exists (
        select 1 from ${raw(list)} where account_id = ${keeper.account_id} and kind = ${kind} and entity_id = ${id})`

function ratingOf(keeper: Keeper, kind: RatedKind, id: Sql): Sql {
  const { table, owner, id: keeper_id } = ratingsOf(keeper)
  return sql`(select value from ${table} where ${owner} = ${keeper_id} and kind = ${kind} and entity_id = ${id})`
}
