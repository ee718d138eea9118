import { kindNames } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { entriesOf, sitemapFiles } from '#src/sitemaps/files.ts'
import { followSitemaps } from '#src/sitemaps/follow-sitemaps.ts'
import { testDay } from '../support/world.ts'

/** The sitemap is followed, also to what is gone, and read. */
export async function sitemaps(db: Database) {
  const follower = followSitemaps(db, () => new Date(testDay))
  await db.run(sql`delete from follower where name = 'sitemaps'`)
  await db.run(sql`insert into sitemap_entry (kind, entity_id, number, changed_on) values ('movie', 999999, 1, '')`)
  await follower.catchUp()
  await sitemapFiles(db)
  for (const kind of kindNames) for await (const _entries of entriesOf(db, kind, 1)) break
}
