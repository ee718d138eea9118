import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { kindNames } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { entriesOf, sitemapFiles } from '#src/sitemaps/files.ts'
import { followSitemaps } from '#src/sitemaps/follow-sitemaps.ts'
import { testDay } from '../support/world.ts'

/** The sitemap is followed, also to what is gone, and read. */
export async function sitemaps(db: Database) {
  const follower = followSitemaps(db, () => new Date(testDay))
  await follower.catchUp()
  const made = { kind: 'movie' as const, values: { title: 'Found' } }
  const { ids } = await applyEdit(db, { account_id: 1, at: new Date(testDay), records: [made] })
  await follower.catchUp()
  const gone = ids.map((id) => ({ kind: 'movie' as const, id, isDestroyed: true as const }))
  await applyEdit(db, { account_id: 1, at: new Date(testDay), records: gone })
  await follower.catchUp()
  await sitemapFiles(db)
  for (const kind of kindNames) for await (const _entries of entriesOf(db, kind, 1)) break
}
