import { discover } from '#src/catalogue/discover/discover.ts'
import { neighboursOf } from '#src/catalogue/summaries/episodes.ts'
import { queryReader } from '#src/contract/parameters.ts'
import { countItems, itemsOf } from '#src/contributions/lists/items.ts'
import { listOrders } from '#src/contributions/lists/lists.ts'
import type { Database } from '#src/database/database.ts'
import { forgetMediaFolder, mediaFolders } from '#src/import/filling/media-folders.ts'
import { airingOf } from '#src/kept/airing.ts'
import {
  calendarAddressOf,
  ownerOfCalendar,
  removeCalendarAddress,
  replaceCalendarAddress,
} from '#src/kept/calendar-address.ts'
import { nearestDays, stateOf, yearsOf } from '#src/kept/diary/days.ts'
import { statisticsOf } from '#src/kept/diary/statistics.ts'
import { countNoted, leaveWatchlist, noteWatched, undoNoted } from '#src/kept/note-watched.ts'
import { noteOwned, ownedAmong, ownedEpisodes } from '#src/kept/owned/owned.ts'
import { ownedChoices, ownedTitles } from '#src/kept/owned/shelf.ts'
import { airedInSeason, progressOf, seriesBegun, timesWatched } from '#src/kept/progress.ts'
import { countRatedEpisodes, shelfNames, shelved } from '#src/kept/shelves.ts'
import { watchedEpisodes } from '#src/kept/watched.ts'
import { seriesOfPages } from '#src/pages/discover/series.ts'
import { drawPoster, posterKinds } from '#src/sample/record-posters.ts'
import { writingOf } from '../support/accounts.ts'
import { testDay } from '../support/world.ts'

const english = { iso_639_1: 'en', iso_3166_1: 'US' }
const march = { first: '2026-03-01', last: '2026-03-31' }

/**
 * What the pages of titles and of a library ask. The filters of its shelves are those of Discover, so that one is
 * enough here.
 */
export async function library(db: Database) {
  await neighboursOf(db, 601, { season_number: 2, episode_number: 1 })
  await neighboursOf(db, 601, { season_number: 0, episode_number: 1 })
  for (const kind of posterKinds) await drawPoster(db, kind, 501)
  await seriesBegun(db, 1, 60)
  await progressOf(db, 1, [601, 602], march.last)
  await timesWatched(db, 1, 'movie', 501)
  await watchedEpisodes(db, 1, [60111, 60112])
  await airedInSeason(db, { series_id: 601, season_number: 1 }, march.last)
  const writing = writingOf(db, 1, new Date(testDay))
  const whole = { place: 0, id: 601, season_number: null, episode_number: null, time: 'released' } as const
  const noted = [{ ...whole, kind: 'series' } as const, { ...whole, place: 1, kind: 'movie', id: 501 } as const]
  const { batch } = await noteWatched.handle(writing, { named: noted, isUndoable: true })
  await countNoted(db, 1, batch ?? '')
  await undoNoted.handle(writing, batch ?? '')
  await leaveWatchlist(db, 1, [{ kind: 'movie', entity_id: 501 }])
  await airingOf(db, 1, march)
  await nearestDays(db, 1, march)
  await yearsOf(db, 1)
  for (const span of [march, undefined]) {
    await stateOf(db, 1, span)
    await statisticsOf(db, 1, span)
  }
  const secret = await replaceCalendarAddress(db, 1, new Date(testDay))
  await calendarAddressOf(db, 1)
  await ownerOfCalendar(db, secret)
  await removeCalendarAddress(db, 1)
  await noteOwned(db, '/films', { movie: new Set([501, 502]), episode: new Set([60111]) }, new Date(testDay))
  await noteOwned(db, '/films', { movie: new Set([501]), episode: new Set([60111]) }, new Date(testDay))
  await ownedAmong(db, [{ kind: 'movie', entity_id: 501 }])
  await ownedEpisodes(db, 601)
  await mediaFolders(db)
  for (const title of ['movie', 'series'] as const)
    for (const choice of ownedChoices)
      for (const sort_by of ['added.desc', 'vote_average.desc'])
        await ownedTitles(db, { account_id: 1, of: title, choice, asked: { sort_by }, page: 1, page_size: 24 })
  await forgetMediaFolder(db, '/films', { by: null, now: new Date(testDay) })
  for (const kind of ['movie', 'series'] as const) {
    for (const shelf of shelfNames)
      for (const sort_by of ['added.desc', 'own_rating.desc', 'vote_average.desc'])
        for (const filter of [{}, { 'vote_average.gte': 7 }])
          await shelved(db, {
            account_id: 1,
            shelf,
            of: kind,
            asked: { ...filter, sort_by, include_adult: false },
            isUnwatched: shelf !== 'watched' && sort_by === 'added.desc',
            page: 1,
            page_size: 24,
          })
  }
  await countRatedEpisodes(db, 1)
  for (const sort_by of listOrders)
    for (const kind of [undefined, 'movie'] as const)
      await itemsOf(db, { id: 1, sort_by }, english, { first: 0, most: 20, kind })
  await countItems(db, 1, 'movie')
  // Only pages find series by their people.
  const read = queryReader(seriesOfPages.query)
  for (const with_people of ['301', '301|302', '301,302'])
    await discover(db, { of: 'series', asked: read({ with_people, with_genres: '18' }) }, { page: 1 })
}
