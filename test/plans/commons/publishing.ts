import { recordKindNames } from '#src/catalogue/record-kinds.ts'
import { notePublished, wasPublished } from '#src/commons/publishing/lineage.ts'
import { changedLines, sharedSources, wholeGone, wholeLines } from '#src/commons/publishing/lines.ts'
import { changedAfter, doneAgain, publishedAgain } from '#src/commons/publishing/packets.ts'
import { openPictures } from '#src/commons/publishing/pictures.ts'
import { beginPublishing, publicationOf, publishingState, putPublication } from '#src/commons/publishing/publication.ts'
import { referringTo } from '#src/commons/publishing/referring.ts'
import { withConsent } from '#src/commons/publishing/sharing.ts'
import { turnedAmong } from '#src/commons/publishing/turned.ts'
import type { Database } from '#src/database/database.ts'
import { lineageOf, makeLineage } from '#src/database/lineage.ts'
import { oneOfEach, testDay } from '../../support/world.ts'

/** What publishing reads and writes. */
export async function publishing(db: Database) {
  const now = new Date(testDay)
  const { shared } = await sharedSources(db, false)
  const store = { fileOf: async () => undefined, copy: async () => false }
  const media = { store, draft: async () => '/nowhere' } as never
  const pictures = openPictures({ db, media, folder: '/nowhere', licenceOf: () => 'CC0-1.0', note: async () => {} })
  const making = { db, shared, pictures, republishes: true }
  await pictures({ images: { posters: [{ file_path: `/${'a'.repeat(31)}.jpg` }] } })
  for (const of of recordKindNames) {
    for await (const _ of wholeLines(making, of));
    for await (const _ of changedLines(making, of, [oneOfEach[of], 999_999], () => true));
  }
  for await (const _ of wholeGone(making));
  const review = { source_id: 'people', account_id: 1 } as never
  await withConsent(db, [{ entries: new Map([['reviews', new Map([['1', review]])]]) } as never])
  await changedAfter(db, 0, 100, 10)
  const one = new Map(recordKindNames.map((of) => [of, [oneOfEach[of]]]))
  // What has changed comes with nothing else, so all that is named is read from the first row on.
  for await (const _ of referringTo(db, { turned: one, made: one, gone: one }, 1_000_000_000));
  await turnedAmong(db, { ...shared, isShared: () => false, hasPrivate: true }, one, { from: 0, to: 1_000_000_000 })
  await makeLineage(db)
  await lineageOf(db)
  await wasPublished(db)
  await notePublished(db)
  await beginPublishing(db, true, now)
  const row = await publicationOf(db)
  if (row) await putPublication(db, { ...row, fault: 'none' })
  await publishingState(db)
  await publishedAgain(db)
  await doneAgain(db, [{ kind: 'movie', entity_id: 501 }])
  await beginPublishing(db, false, now)
}
