import { followRatings } from '#src/catalogue/rated-titles.ts'
import { tellFollowers } from '#src/contributions/following/tell-followers.ts'
import type { Database } from '#src/database/database.ts'
import { followQuality } from '#src/quality/follow-quality.ts'
import { followEpisodes } from '#src/search/episodes/follow-episodes.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { followSitemaps } from '#src/sitemaps/follow-sitemaps.ts'

/**
 * Does at once what a server does beside requests when the catalogue or a rating has changed: a test that writes finds
 * what it wrote with its next request.
 */
export async function followAll(db: Database, clock: () => Date): Promise<void> {
  await followRatings(db)
  await updateNameIndex(db)
  await followEpisodes(db).catchUp()
  await followQuality(db, clock).catchUp()
  await tellFollowers(db, clock).catchUp()
  await followSitemaps(db, clock).catchUp()
}
