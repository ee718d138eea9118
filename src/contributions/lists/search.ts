import { Type } from 'typebox'
import { isPublic } from '#src/catalogue/summaries/lists.ts'
import type { Reader } from '#src/database/database.ts'
import { join, limit, raw, sql } from '#src/database/sql.ts'
import { lastCharacter } from '#src/reference/text-order.ts'
import { maxQueryLength, maxQueryWords } from '#src/search/reading.ts'
import { maxWordLength, normalName, partsOf } from '#src/search/words.ts'

/** Lists that are found, and those with one of the words that are looked at: the newest. */
export const maxFoundLists = 200
const maxLookedAt = 2_000
/** Entries of words with a beginning that are read: of a single letter there are very many. */
const maxBeginningsRead = 20_000

const Id = Type.Object({ id: Type.Integer() })

/** Public lists whose names have all words of a text; the last one may be a beginning. */
export async function findLists(db: Reader, text: string, includesAdult: boolean): Promise<number[]> {
  const normal = normalName(text.slice(0, maxQueryLength).toWellFormed())
  const words = [...new Set(partsOf(normal))]
    .slice(0, maxQueryWords)
    .map((word) => word.slice(0, maxWordLength).toWellFormed())
  const last = words.at(-1)
  if (last === undefined) return []
  const exact = words.slice(0, -1).sort((one, other) => other.length - one.length)
  const first =
    exact[0] === undefined
      ? sql`select distinct list_id from (select list_id from list_word
          where word >= ${last} and word < ${last + lastCharacter}
          order by word, list_id ${limit(maxBeginningsRead)}) as begun`
      : sql`select list_id from list_word where word = ${exact[0]}`
  const others = exact.slice(1).map(
    (word) => sql`
    and exists (select 1 from list_word w where w.list_id = l.id and w.word = ${word})`,
  )
  const beginning = sql`
    and exists (select 1 from list_word w
      where w.list_id = l.id and w.word >= ${last} and w.word < ${last + lastCharacter})`
  const adult = sql`
    and not exists (select 1 from list_item i where i.list_id = l.id and i.kind = 'movie'
      and (select m.adult from movie m where m.id = i.entity_id) = true)
    and not exists (select 1 from list_item i where i.list_id = l.id and i.kind = 'series'
      and (select s.adult from series s where s.id = i.entity_id) = true)`
  const found = await db.wide.all(
    Id,
    sql`
    select l.id from (${first} order by list_id desc ${limit(maxLookedAt)}) as looked_at
    join user_list l on l.id = looked_at.list_id
    where ${isPublic} and l.hidden is null ${join(others, ' ')} ${beginning} ${includesAdult ? raw('') : adult}
    order by length(l.name), l.id desc ${limit(maxFoundLists)}`,
  )
  return found.map(({ id }) => id)
}
