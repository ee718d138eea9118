import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { revise } from '#src/database/revisions.ts'
import { raw, sql } from '#src/database/sql.ts'
import type { Entry } from '../part.ts'

const Author = Type.Object({
  source_id: Type.String(),
  username: Type.String(),
  name: Type.String(),
  avatar_path: nullable(Type.String()),
})
type Author = Static<typeof Author>
const Known = Type.Object({ id: Type.Integer(), source_id: Type.String(), username: Type.String() })
const Described = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  name: Type.String(),
  avatar_path: nullable(Type.String()),
})

/**
 * The picture of the author `a` as others see it: one from elsewhere is public there, that of a person here is as
 * public as the profile.
 */
export const shownAvatar = sql`
  case
    when a.source_id is not null or (a.has_public_profile and a.profile_hidden_at is null and a.disabled_at is null)
    then a.avatar_path
  end as avatar_path`

const keyOf = ({ source_id, username }: { source_id?: unknown; username?: unknown }) =>
  JSON.stringify([source_id, username])

/**
 * Creates an account of the source for each author of imported reviews, and fills in `account_id`. Nobody can sign in
 * to such an account, and it is never an account of this server, whatever its name. Names are compared exactly as the
 * source writes them, because they belong to another system.
 */
export async function makeAuthors(db: Database, entries: (Entry & { source_id: string })[], now: Date): Promise<void> {
  const authors = new Map<string, Author>()
  for (const entry of entries) {
    if (typeof entry.username !== 'string') continue
    const { source_id, username } = entry
    const known = authors.get(keyOf(entry))
    const name = (entry.name as string) || known?.name || ''
    const avatar_path = (entry.avatar_path as string | null) ?? known?.avatar_path ?? null
    authors.set(keyOf(entry), { source_id, username, name, avatar_path })
  }
  if (authors.size === 0) return
  const rows = db.engine.rows(Author, [...authors.values()])
  const changed = await db.run(sql`
    insert into account (source_id, username, folded_username, name, avatar_path, created_at)
    select r.source_id, r.username, r.username, r.name, r.avatar_path, ${now.toISOString()} from ${rows} as r where true
    on conflict (source_id, folded_username) where source_id is not null do update set
      name = coalesce(nullif(excluded.name, ''), account.name),
      avatar_path = coalesce(excluded.avatar_path, account.avatar_path)
    where (excluded.name <> '' and excluded.name <> account.name)
      or (excluded.avatar_path is not null and excluded.avatar_path is distinct from account.avatar_path)`)
  if (changed > 0) await revise(db, 'authors')
  const accounts = await db.all(
    Known,
    sql`
    select a.id, a.source_id, a.username from ${rows} as r
    join account a on a.source_id = r.source_id and a.folded_username = r.username`,
  )
  const ids = new Map(accounts.map((account) => [keyOf(account), account.id]))
  for (const entry of entries) if (ids.has(keyOf(entry))) entry.account_id = ids.get(keyOf(entry))
}

/** Adds the name and picture of its author to each stored review. */
export async function describeAuthors(db: Reader, entries: readonly Entry[]): Promise<void> {
  const ids = [...new Set(entries.map(({ account_id }) => account_id as number))]
  const described = await db.all(
    Described,
    sql`select a.id, a.username, a.name, ${shownAvatar} from account a where ${db.engine.anyOf(raw('a.id'), ids)}`,
  )
  const authors = new Map(described.map(({ id, ...author }) => [id, author]))
  for (const entry of entries) Object.assign(entry, authors.get(entry.account_id as number))
}
