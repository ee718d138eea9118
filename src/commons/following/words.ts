import { Type } from 'typebox'
import { nextLocalId } from '#src/catalogue/edits/apply-edit.ts'
import type { Vocabulary } from '#src/catalogue/vocabularies.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { keyOf, knownKeys, rememberKeys } from '#src/import/foreign/source-keys.ts'
import { genres } from '#src/reference/reference.ts'
import { normalName } from '#src/search/words.ts'

/** A word of a publisher: its number there, and its name. */
export type Word = { id: number; name: string }

/** Genres that every catalogue has under the same numbers, whatever somebody calls them. */
export const commonGenres: ReadonlySet<number> = new Set([...genres.movie, ...genres.tv].map(({ id }) => id))

const Named = Type.Object({ id: Type.Integer(), name: Type.String() })
const Keyed = Type.Object({ entity_id: Type.Integer() })

/**
 * Finds out which words here those of a publisher are, and remembers it: by what was found out before, by number and
 * name, or by the name alone. Others get the number that they have there, or a new one if that is taken.
 */
export async function identifyWords(
  db: Database,
  source_id: string,
  of: Vocabulary,
  words: readonly Word[],
): Promise<void> {
  const known = await knownKeys(
    db,
    source_id,
    of,
    words.map(({ id }) => String(id)),
  )
  const open = [...new Map(words.map((word) => [word.id, word])).values()].filter(({ id }) => !known.has(String(id)))
  if (open.length === 0) return
  const { anyOf } = db.engine
  const ids = open.map(({ id }) => id)
  const there = await db.all(Named, sql`select id, name from ${raw(of)} where ${anyOf(raw('id'), ids)}`)
  const names = open.map(({ name }) => name)
  const alike = await db.all(Named, sql`select id, name from ${raw(of)} where ${anyOf(raw('name'), names)} order by id`)
  const candidates = [...there, ...alike].map(({ id }) => id)
  const keyed = await db.all(
    Keyed,
    sql`
    select distinct entity_id from source_key
    where kind = ${of} and ${anyOf(raw('entity_id'), candidates)} and source_id = ${source_id}`,
  )
  const taken = new Set(keyed.map(({ entity_id }) => entity_id))
  const nameOf = new Map(there.map(({ id, name }) => [id, normalName(name)]))
  const byName = Map.groupBy(alike, ({ name }) => name)
  let next: number | undefined
  const rows: ReturnType<typeof keyOf>[] = []
  for (const { id, name } of open) {
    const isCommon = of === 'genre' && commonGenres.has(id)
    const isSame = (isCommon || nameOf.get(id) === normalName(name)) && !taken.has(id)
    const named = isSame ? id : byName.get(name)?.find((word) => !taken.has(word.id))?.id
    let here = named ?? (nameOf.has(id) || taken.has(id) ? undefined : id)
    if (here === undefined) {
      next ??= await nextLocalId(db, of)
      here = next++
    }
    taken.add(here)
    rows.push(keyOf(source_id, of, String(id), here, named === undefined))
  }
  await rememberKeys(db, rows)
}
