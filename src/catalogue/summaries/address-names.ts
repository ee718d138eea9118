import { Type } from 'typebox'
import { type Language, parseLanguage } from '#src/contract/languages.ts'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { type Kind, kind } from '../kinds.ts'
import { textsOf } from './texts.ts'

/** Kinds whose records have a name in their address; those below a series have its name. */
export type NamedKind = Exclude<Kind, 'season' | 'episode'>

const Named = Type.Object({ name: Type.String() })
const standard = parseLanguage('en-US') as Language

/**
 * The name in the address of a record, without anything else of it; undefined if there is no such record. It is the
 * same in every language, but for a title whose original one is not known.
 */
export async function nameInAddress(db: Reader, of: NamedKind, id: number, language: Language) {
  const { title, join } = textsOf(of, 'r', of === 'movie' || of === 'series' ? language : standard, db.engine)
  // A person is known by the usual name.
  const original = of === 'person' ? title : raw(`r.${kind(of).original}`)
  const name = sql`coalesce(nullif(${original}, ''), ${title})`
  return (await db.one(Named, sql`select ${name} as name from ${raw(of)} r ${join} where r.id = ${id}`))?.name
}
