import { Type } from 'typebox'
import { createAccount, findAccount, setLanguage } from '#src/accounts/accounts.ts'
import { restoreAccount, suspendAccount } from '#src/accounts/administration.ts'
import { deleteExpired } from '#src/accounts/expiry.ts'
import { recommendAll } from '#src/accounts/recommending.ts'
import { waitingIn } from '#src/beside/occasions.ts'
import { invalidationBetween } from '#src/cache/invalidation.ts'
import { applyEdit, prepareCatalogue } from '#src/catalogue/edits/apply-edit.ts'
import { kind, kindNames, numberingOf } from '#src/catalogue/kinds.ts'
import { followRatings } from '#src/catalogue/rated-titles.ts'
import {
  collectionsByName,
  companiesByName,
  nameOrders,
  networksByName,
  newestPeople,
} from '#src/catalogue/summaries/by-name.ts'
import { idBelowSeries } from '#src/catalogue/summaries/place-below-series.ts'
import { sourcesOfText } from '#src/catalogue/summaries/text-sources.ts'
import { countQueue } from '#src/contributions/editing/pending.ts'
import { listsToChoose } from '#src/contributions/lists/choose.ts'
import { coverOf, findList, findListBySecret } from '#src/contributions/lists/lists.ts'
import { coverList } from '#src/contributions/lists/writes.ts'
import { judgeList, removeReviewAsModerator } from '#src/contributions/moderation.ts'
import {
  authorsWithProfile,
  changePrivacy,
  findProfile,
  hideProfile,
  profileCounts,
  profileOf,
  publicListsOf,
  reviewIdsOf,
  showProfile,
  usernameOfPublic,
} from '#src/contributions/profiles.ts'
import { removeReview, reviewOfAccount, writeReview } from '#src/contributions/reviews.ts'
import { openPasswords } from '#src/credentials/passwords.ts'
import type { Database } from '#src/database/database.ts'
import { currentPosition } from '#src/database/revisions.ts'
import { sql } from '#src/database/sql.ts'
import { exportLines } from '#src/import/export.ts'
import { importLines } from '#src/import/import.ts'
import { keptOf } from '#src/kept/kept-of.ts'
import { isMarked } from '#src/kept/marks.ts'
import { ratingBy, setRatings } from '#src/kept/ratings.ts'
import { spreadInReviews, spreadOfRatings } from '#src/kept/spread.ts'
import { keyOfAccountBySecret, keysOfAccount, makeKey, replaceKey, revokeKeyOfAccount } from '#src/keys/account-keys.ts'
import { restoreAnyKey, revokeAnyKey, searchKeys, suspendAnyKey } from '#src/keys/all-keys.ts'
import { completeDialects, createKey, isKeyValid, listKeys, revokeKey } from '#src/keys/keys.ts'
import { countUnread, listNotifications, markRead } from '#src/mail/notifications.ts'
import { rememberDecision } from '#src/matching/decisions.ts'
import { matchAll } from '#src/matching/match.ts'
import { recordsWithPeople } from '#src/matching/people.ts'
import { creditsBetween } from '#src/pages/search/word-by-word.ts'
import { computePopularity } from '#src/popularity/background.ts'
import { countedUpTo } from '#src/quality/findings.ts'
import { hasOwnTitles, showsSample } from '#src/sample/removal.ts'
import { episodesCalled } from '#src/search/episodes/find-episodes.ts'
import { followEpisodes } from '#src/search/episodes/follow-episodes.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { refreshWeights } from '#src/search/refresh-weights.ts'
import { tellOfPlays } from '../players/telling.ts'
import { writingOf } from '../support/accounts.ts'
import { followCatalogue } from '../support/commons/follow-catalogue.ts'
import type { Line } from '../support/world/line.ts'
import { handMade, password, testDay } from '../support/world.ts'
import { tellChanges } from './commons/changes.ts'
import { offering } from './commons/offering.ts'
import { publishing } from './commons/publishing.ts'
import { following, sitemaps } from './following.ts'
import { histories } from './histories.ts'
import { seeMembers, showHome } from './home-page.ts'
import { importElsewhere, importForeign } from './import-foreign.ts'
import { importKept } from './import-kept.ts'
import { library } from './library.ts'
import { ownAccount, usesOfKeys } from './own-account.ts'
import { people, server } from './people.ts'
import { plexLibrary } from './plex-library.ts'

const now = new Date(testDay)
const Id = Type.Object({ id: Type.Integer() })
const english = { iso_639_1: 'en', iso_3166_1: 'US' }
const options = { now: () => now }

/** What a line says, with nothing in its lists. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return []
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, emptied(inner)]))
}

/** The first record of each kind, with nothing but its name and its place. */
const firsts = kindNames.map((of) => {
  const line = handMade.find((line) => line.kind === of) as Line
  const numbering = Object.fromEntries(numberingOf(of).map((name) => [name, line[name]]))
  return { kind: of, id: line.id as number, ...numbering, [kind(of).title]: 'Other' }
})

/**
 * What is done to a catalogue besides answering requests, one after the other. It begins with the scenarios' world.
 * Removing the sample is left out: it is done once, before a catalogue grows.
 */
export const work: Readonly<Record<string, (db: Database) => Promise<unknown>>> = {
  start: prepareCatalogue,
  'import what is there': (db) => importLines(db, handMade, options),
  'import without lists': (db) => importLines(db, handMade.map(emptied) as Line[], options),
  'import lists': (db) => importLines(db, handMade, options),
  'import nothing, for a trial': (db) => importLines(db, handMade, { ...options, isDryRun: true }),
  'import ids of another source': (db) =>
    importLines(
      db,
      [
        { kind: 'source', id: 'other', name: 'Other', licence: 'CC0-1.0', rank: 5 },
        ...firsts.map((line) => ({ ...line, source: 'other' })),
      ],
      { ...options, mapsIds: true },
    ),
  'import what is in another series': importElsewhere,
  'edit records': (db) => {
    const records = firsts.map(({ kind: of, id }) => ({ kind: of, id, values: { [kind(of).title]: 'Edited' } }))
    return applyEdit(db, { account_id: 1, at: now, records })
  },
  'make a record': (db) =>
    applyEdit(db, { account_id: 1, at: now, records: [{ kind: 'movie', values: { title: 'New' } }] }),
  'look for own titles': hasOwnTitles,
  async 'find episodes'(db) {
    await followEpisodes(db).catchUp()
    await episodesCalled(db, { text: 'pilot', includesAdult: false })
    for (const episode of [undefined, 1]) await idBelowSeries(db, { series: 601, season: 1, episode })
    await showsSample(db)
  },
  'see how far the reports are': countedUpTo,
  'follow names': updateNameIndex,
  'refresh weights': (db) => refreshWeights(db, undefined, 0),
  'compute popularity': (db) => computePopularity(db, now),
  'look what waits beside requests': (db) => waitingIn(db, now),
  'show the home page': showHome,
  async 'browse by name'(db) {
    for (const order of nameOrders) {
      await companiesByName(db, { page: 1, size: 24, order })
      await networksByName(db, { page: 1, size: 24, order })
      await collectionsByName(db, { page: 1, size: 24, order }, english)
    }
    await newestPeople(db, { page: 1, size: 24 }, english)
  },
  async 'write a review'(db) {
    const written = { content: 'It glows.', rating: 8, iso_639_1: 'en' }
    const id = await writeReview(db, 1, { kind: 'movie', entity_id: 502 }, written, now)
    await isMarked(db, 'watchlist', 1, { kind: 'movie', entity_id: 502 })
    const review = await reviewOfAccount(db, 1, id)
    if (review) await removeReview(db, review, now)
    const other = await writeReview(db, 1, { kind: 'movie', entity_id: 502 }, written, now)
    await removeReviewAsModerator(db, { review_id: other, moderator_id: 2, reason: 'plans', title: 'plans', now })
  },
  async 'show what somebody keeps'(db) {
    const record = { kind: 'movie', entity_id: 502 } as const
    await keptOf(db, 1, [record])
    await spreadOfRatings(db, record)
    await spreadInReviews(db, record)
    for (const titled of ['movie', 'series', 'season', 'episode', 'collection'] as const)
      await sourcesOfText(db, titled, [1], 'overview')
    await sourcesOfText(db, 'person', [1], 'biography')
    await listsToChoose(db, 1, record)
    await coverList.handle(writingOf(db, 1, now), { list_id: 1, item: record })
    const list = await findList(db, 1)
    if (list) await coverOf(db, list, english)
    await findListBySecret(db, 'plans')
    await judgeList(db, { list_id: 1, moderator_id: 2, reason: 'plans', hidden: 'list', now })
  },
  async 'show profiles'(db) {
    const chosen = {
      has_public_profile: true,
      shows_ratings: true,
      shows_diary: true,
      is_indexed: true,
      publishes_reviews: true,
    }
    await changePrivacy.handle(writingOf(db, 1, now), chosen)
    await findProfile(db, 'ada')
    await profileOf(db, 1)
    await usernameOfPublic(db, 1)
    await profileCounts(db, 1)
    await publicListsOf(db, 1, { language: english, page: 1, size: 20 })
    await authorsWithProfile(db, ['f'.repeat(24), ...(await reviewIdsOf(db, 1, 1, 10)).map(({ id }) => id)])
    await hideProfile(db, 1, { by: 2, reason: 'plans', now })
    await showProfile(db, 1, { by: 2, now })
    await changePrivacy.handle(writingOf(db, 1, now), { ...chosen, has_public_profile: false })
  },
  'see members': seeMembers,
  async 'match titles'(db) {
    const wanted = { kinds: ['movie'] as const, titles: ['The Glass Lantern', 'Lantern of Glas'], people: ['Nobody'] }
    const ids = [{ source: 'filmdb_id' as const, value: 'tt9999999' }]
    const from = { source: 'plans', id: '1' }
    await rememberDecision(db, 1, { ...wanted, from }, 'none', now)
    const series = { titles: ['Tidewater'] }
    const numbers = [{ season: 1 }, { season: 1, episode: 1 }, {}]
    const numbered = numbers.map((within) => ({
      kinds: ['season', 'episode'] as const,
      titles: ['Ebb'],
      within: { series, ...within },
    }))
    const asked = [
      { ...wanted, ids },
      { ...wanted, ownId: 502 },
      { ...wanted, from },
    ]
    const owned = { kinds: ['episode'] as const, titles: [], ownId: 1 }
    await matchAll(db, [...asked, ...numbered, owned], { account_id: 1 })
    await creditsBetween(db, 'movie', [301, 302, 303], [501, 502, 503])
    await recordsWithPeople(db, [{ kind: 'movie', id: 501 }], ['Nobody'])
  },
  async 'count ratings'(db) {
    await setRatings(db, { account_id: 1 }, [{ kind: 'movie', entity_id: 502, value: 8, at: testDay }])
    await suspendAccount.handle(writingOf(db, 3, now, 'administrator'), { id: 1, reason: '' })
    await restoreAccount.handle(writingOf(db, 3, now, 'administrator'), { id: 1, reason: '' })
    await followRatings(db)
    await currentPosition(db).then((to) => invalidationBetween(db, { ...to, ratings: to.ratings - 1 }, to))
    await ratingBy(db, 1, { kind: 'movie', entity_id: 502 })
  },
  'import what somebody keeps': importKept,
  'import files of other programs': importForeign,
  'follow a catalogue': followCatalogue,
  'tell changes, and hear of them': tellChanges,
  'send corrections back': offering,
  'look at histories': histories,
  'look at a library': library,
  publish: publishing,
  'tell of plays': tellOfPlays,
  'answer a media server': plexLibrary,
  watch: following,
  'keep a sitemap': sitemaps,
  async recommend(db) {
    for (let person = 1; person <= 5; person++)
      await db.run(sql`insert into account (username, folded_username, created_at)
        values (${`keeper${person}`}, ${`keeper${person}`}, ${testDay})`)
    const names = [1, 2, 3, 4, 5].map((person) => `keeper${person}`)
    const keepers = await db.all(
      Id,
      sql`select id from account where ${db.engine.anyOf(sql`folded_username`, names)} and source_id is null`,
    )
    for (const { id } of keepers)
      for (const movie of [501, 502])
        await db.run(sql`insert into watchlist (account_id, kind, entity_id, created_at)
          values (${id}, 'movie', ${movie}, ${testDay}) on conflict (account_id, kind, entity_id) do nothing`)
    await recommendAll(db, now)
  },
  async export(db) {
    for await (const _ of exportLines(db));
  },
  'delete records': (db) => {
    const records = firsts.map(({ kind, id }) => ({ kind, id, isDeleted: true as const }))
    return applyEdit(db, { account_id: 1, at: now, records })
  },
  async 'keep keys'(db) {
    const { id } = await createKey(db, { name: 'plans', plan: 'developer', account_id: 1, now })
    await isKeyValid(db, id, now)
    await listKeys(db, 0)
    await revokeKey(db, id, now)
    await completeDialects(db, 'common')
  },
  async 'apply for keys'(db) {
    const account_id = 1
    const texts = { name: 'plans', application_address: 'https://plans.example', summary: 'plans', contact: 'a@b' }
    const application = {
      ...texts,
      plan: 'developer',
      dialect: 'common',
      languages: 'de-DE',
      appended_languages: 'en-US',
      kind_of_use: 'other',
    } as const
    const { id } = (await makeKey.handle(writingOf(db, account_id, now), { application }))!
    const { id: next, secret } = (await replaceKey.handle(writingOf(db, account_id, now), { id, overlapDays: 1 }))!
    await keyOfAccountBySecret(db, { account_id, secret, now })
    await keysOfAccount(db, account_id, now)
    for (const act of [suspendAnyKey, restoreAnyKey, revokeAnyKey])
      await act.handle(writingOf(db, 1, now, 'administrator'), { id: id, reason: '' })
    for (const text of ['', 'plans']) await searchKeys(db, text, 1)
    await revokeKeyOfAccount.handle(writingOf(db, account_id, now), next)
  },
  'count usage': usesOfKeys,
  async 'forget what is over'(db) {
    await deleteExpired(db, now, { sessionDays: 365 })
  },
  async 'read notifications'(db) {
    await listNotifications(db, 1, 1)
    await countUnread(db, 1)
    await countQueue(db, { reader: 1, atMost: 100 })
    await markRead.handle(writingOf(db, 1, now), 1)
  },
  async 'keep accounts'(db) {
    await createAccount(db, openPasswords(1), { username: 'plans', name: '', email: '', password, now })
    await findAccount(db, 'plans')
    await setLanguage.handle(writingOf(db, 1, now), 'en')
  },
  'keep people and their browsers': (db) => people(db, now),
  'look after the server': (db) => server(db, now),
  'keep and delete an own account': ownAccount,
}
