import { neighboursOf } from '#src/catalogue/summaries/neighbours.ts'
import type { Database } from '#src/database/database.ts'
import { drawPoster, posterKinds } from '#src/sample/record-posters.ts'

/** What pages of titles ask besides operations. */
export async function pages(db: Database) {
  await neighboursOf(db, 601, { season_number: 2, episode_number: 1 })
  await neighboursOf(db, 601, { season_number: 0, episode_number: 1 })
  for (const kind of posterKinds) await drawPoster(db, kind, 501)
}
