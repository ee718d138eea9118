import type { Reader } from '#src/database/database.ts'
import { type Kept, keptKey, keptNothing, keptOf } from '#src/kept/kept-of.ts'
import { ownedAmong } from '#src/kept/owned/owned.ts'
import type { RatedKind, RatedRecord } from '#src/kept/ratings.ts'
import { type Html, html, trusted } from '../html.ts'
import type { PageContext, RenderContext } from '../page.ts'
import { icon } from './icons.ts'
import { seesOwned } from './owned.ts'

/**
 * The place on a card where stands what the person who sees it keeps of its record. Only templates make it: text of
 * people is escaped, and has no comments.
 */
export const keptPlace = ({ kind, entity_id }: RatedRecord): Html => trusted(`<!--kept ${kind} ${entity_id}-->`)

const places = /<!--kept (movie|series|episode) (\d+)-->/g

/**
 * Fills the places of all cards of a page: one question to the database, however many there are, and another one for
 * who sees what lies in the house.
 */
export async function fillKeptPlaces(context: PageContext, db: Reader, main: Html): Promise<Html> {
  const { viewer } = context
  if (!main.text.includes('<!--kept ')) return main
  if (!viewer) return trusted(main.text.replace(places, ''))
  const named = new Map<string, RatedRecord>()
  for (const [, kind, id] of main.text.matchAll(places)) {
    const record = { kind: kind as RatedKind, entity_id: Number(id) }
    named.set(keptKey(record), record)
  }
  const records = [...named.values()]
  const [kept, owned] = await Promise.all([
    keptOf(db, viewer.id, records),
    seesOwned(context) ? ownedAmong(db, records) : undefined,
  ])
  return trusted(
    main.text.replace(places, (_, kind: RatedKind, id: string) => {
      const key = keptKey({ kind, entity_id: Number(id) })
      const [found, isOwned] = [kept.get(key), owned?.has(key) === true]
      return found || isOwned ? marksOf(context, found ?? keptNothing, isOwned).text : ''
    }),
  )
}

function marksOf(
  { texts: { kept: words, owned }, format }: RenderContext,
  { rating, favorite, watchlist, watched }: Kept,
  isOwned: boolean,
): Html {
  return html`<span class="kept">${
    rating !== null &&
    html`<span class="kept-rating">${icon('star')}<span class="unseen">${words.yourRating} </span>${format.number(
      rating,
    )}</span>`
  }${favorite && html`<span>${icon('heart')}<span class="unseen">${words.isFavorite}</span></span>`}${
    watchlist && html`<span>${icon('bookmark')}<span class="unseen">${words.isOnWatchlist}</span></span>`
  }${watched && html`<span>${icon('check')}<span class="unseen">${words.isWatched}</span></span>`}${
    isOwned && html`<span>${icon('house')}<span class="unseen">${owned.inThisHouse}</span></span>`
  }</span>`
}
