import { Type } from 'typebox'
import { spendFromHour } from '#src/accounts/hourly-limits.ts'
import { survivorOf } from '#src/catalogue/edits/merging/survivors.ts'
import type { Made } from '#src/contract/hourly-limits.ts'
import type { Context, Params } from '#src/contract/operation.ts'
import { StatusAnswer } from '#src/contract/operation.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import { sql } from '#src/database/sql.ts'
import { addMark, isMarked, type MarkList, removeMark } from '#src/kept/marks.ts'

const kinds = { movie: 'movie', tv: 'series' } as const
const Id = Type.Object({ id: Type.Integer() })

/** How clients name a title. */
export const marked = {
  media_type: Type.Unsafe<keyof typeof kinds>({ type: 'string', enum: Object.keys(kinds) }),
  media_id: Type.Integer({ minimum: 1 }),
}
export const isWanted = Type.Boolean({ description: 'true adds, false removes' })

/** The answers to writes of both lists. */
export const markAnswers = ['entry_added', 'entry_added_again', 'deleted'] as const

type Marking = Pick<Context<Params<string>>, 'db' | 'now' | 'countSignal'> & { caller: { account: { id: number } } }
type Asked = { media_type: keyof typeof kinds; media_id: number; isWanted: boolean }

/**
 * Adds a title to a list of the account, or removes it; undefined if there is no such title. The id of a merged one
 * means its survivor.
 */
export async function mark(
  { db, caller, now, countSignal }: Marking,
  { list, limit }: { list: MarkList; limit: Made },
  { media_type, media_id, isWanted }: Asked,
): Promise<StatusAnswer | undefined> {
  const { id: account_id } = caller.account
  if (media_id > maxId) return undefined
  const title = { kind: kinds[media_type], entity_id: media_id }
  if (isWanted && !(await isMarked(db, list, account_id, title))) {
    await spendFromHour(db, account_id, limit, now)
    if (await addMark(db, list, account_id, { ...title, created_at: now.toISOString() })) {
      countSignal(list, title.kind, media_id)
      return new StatusAnswer('entry_added')
    }
  }
  const record = await db.one(Id, sql`select id from record where kind = ${title.kind} and id = ${media_id}`)
  if (!record) {
    const survivor = await survivorOf(db, title.kind, media_id)
    return (
      survivor &&
      mark({ db, caller, now, countSignal }, { list, limit }, { media_type, media_id: survivor.id, isWanted })
    )
  }
  if (isWanted) return new StatusAnswer('entry_added_again')
  await removeMark(db, list, account_id, title)
  return new StatusAnswer('deleted')
}
