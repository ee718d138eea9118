import type { Database } from '#src/database/database.ts'
import { findFill, listFills } from '#src/import/filling/fill-job.ts'
import { dueImport, importSoon, listScheduled, schedule, unschedule } from '#src/import/filling/scheduled-imports.ts'
import {
  countReviews,
  decideReview,
  findReview,
  hasUnknownBelow,
  makeUnknownNew,
  openReviews,
} from '#src/import/foreign/reviews.ts'
import { importLines } from '#src/import/import.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { writingOf } from '../support/accounts.ts'
import { sevenFiles } from '../support/foreign/imdb.ts'
import { folderOf, importFormat } from '../support/foreign/import-format.ts'
import { library } from '../support/foreign/library.ts'
import { tables } from '../support/foreign/tables.ts'
import { repliesInOne } from '../support/foreign/tvmaze.ts'
import { dump } from '../support/foreign/wikidata.ts'
import { testDay } from '../support/world.ts'

/** Files of other programs, which come twice and are about the same films, and a name that waits for a person. */
export async function importForeign(db: Database) {
  const removals: (() => unknown)[] = []
  const context = { after: (remove: () => unknown) => void removals.push(remove) }
  for (const [format, files] of [
    ['wikidata', { 'dump.json': dump }],
    ['nfo', library],
    ['nfo', library],
    ['csv', tables],
    ['tvmaze', repliesInOne],
    ['imdb', sevenFiles],
    ['nfo', { 'Glass Lantern.mkv': '', 'Nowhere Known (1988).mkv': '' }],
  ] as const)
    await importFormat(
      db,
      format,
      await folderOf(context as Parameters<typeof folderOf>[0], files),
      format === 'csv' || format === 'wikidata' ? Object.keys(files) : [''],
    )
  await updateNameIndex(db)
  await decideMatches(db)
  await listFills(db, 1)
  await findFill(db, 1, 1)
  await scheduleOne(db)
  for (const remove of removals) await remove()
}

/** What a person does with the schedule of a folder, and a server to see what is due. */
async function scheduleOne(db: Database) {
  const writing = writingOf(db, 1, undefined, 'administrator')
  const options = { format: 'nfo', language: '', columns: '', creates: false }
  await schedule.handle(writing, { folder: '/media/films', options, every_hours: 24 })
  await importSoon.handle(writing, '/media/films')
  await dueImport(db, new Date())
  await listScheduled(db)
  await unschedule.handle(writing, '/media/films')
}

/** What a person does with records that wait. */
async function decideMatches(db: Database) {
  const administrator = writingOf(db, 1, undefined, 'administrator')
  const [first] = await openReviews(db)
  await countReviews(db)
  if (first) {
    await findReview(db, first)
    await openReviews(db, first)
    await decideReview.handle(administrator, { ...first, decision: { is: 'none' } })
  }
  await hasUnknownBelow(db, '/media/films', ['/media/series'])
  await makeUnknownNew.handle(administrator, undefined)
}

const place = { series_id: 602, season_number: 7 }

/** A season and an episode that are in another series, and new ones. */
export const importElsewhere = (db: Database) =>
  importLines(
    db,
    [
      ...[
        { kind: 'season', id: 6011, ...place },
        { kind: 'episode', id: 60111, ...place, episode_number: 1 },
      ],
      ...[
        { kind: 'season', id: 6027, ...place },
        { kind: 'episode', id: 60271, ...place, episode_number: 2 },
      ],
    ].map((line) => ({ ...line, source: 'atlas' })),
    { now: () => new Date(testDay) },
  )
