import { type Static, Type } from 'typebox'
import { presentIdOf } from '#src/catalogue/edits/gone/survivors.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import { write } from '#src/contract/write.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import type { MarkedKind } from '#src/kept/marks.ts'
import { lockAuthor } from '../authors.ts'

/** Favourites that somebody shows on the profile. */
export const maxChosen = 4

const Chosen = Type.Object({ kind: Type.Unsafe<MarkedKind>({ type: 'string' }), entity_id: Type.Integer() })
export type Chosen = Static<typeof Chosen>

/** The favourites that an account has chosen for its profile, in its order. */
export const chosenBy = (db: Reader, account_id: number): Promise<Chosen[]> =>
  db.all(
    Chosen,
    sql`
    select kind, entity_id from favorite where account_id = ${account_id} and place is not null
    order by place, kind, entity_id ${limit(maxChosen)}`,
  )

/** The last favourites of an account of one kind that are not chosen. */
export const favoritesToChoose = (db: Reader, account_id: number, kind: MarkedKind, most: number): Promise<Chosen[]> =>
  db.all(
    Chosen,
    sql`
    select kind, entity_id from favorite where account_id = ${account_id} and kind = ${kind} and place is null
    order by created_at desc, entity_id desc ${limit(most)}`,
  )

export const choosingActs = ['choose', 'remove', 'first'] as const
type Choosing = Chosen & { act: (typeof choosingActs)[number] }

/**
 * Chooses a favourite for the profile, puts it in front, or shows it no longer, and says what became of it; undefined
 * if it is no favourite. The id of a merged title means its survivor.
 */
export const chooseFavorite = write('favorite', ({ db, account, take }, { kind, entity_id, act }: Choosing) =>
  db.transaction(async (tx) => {
    await lockAuthor(tx, account.id)
    const present = entity_id > maxId ? undefined : await presentIdOf(tx, kind, entity_id)
    const chosen = await chosenBy(tx, account.id)
    const isChosen = chosen.some((one) => one.kind === kind && one.entity_id === present)
    if (present === undefined || (act !== 'choose' && !isChosen)) return undefined
    if (act === 'choose' && isChosen) return 'chosen'
    if (act === 'choose' && chosen.length >= maxChosen) return 'full'
    await take(1, tx)
    const end = (which: 'min' | 'max', step: number) => sql`coalesce((
      select ${which === 'min' ? sql`min(f.place)` : sql`max(f.place)`} from favorite f
      where f.account_id = ${account.id} and f.place is not null), 0) + ${step}`
    const place = { choose: end('max', 1), first: end('min', -1), remove: sql`null` }[act]
    const changed = await tx.run(sql`
      update favorite set place = ${place}
      where account_id = ${account.id} and kind = ${kind} and entity_id = ${present}`)
    if (changed === 0) return undefined
    return ({ choose: 'chosen', first: 'moved', remove: 'removed' } as const)[act]
  }),
)
