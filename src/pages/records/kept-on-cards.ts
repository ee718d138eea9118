import type { Reader } from '#src/database/database.ts'
import { type Kept, keptKey, keptOf } from '#src/kept/kept-of.ts'
import type { RatedKind, RatedRecord } from '#src/kept/ratings.ts'
import { type Html, html, trusted } from '../html.ts'
import type { RenderContext } from '../page.ts'
import { icon } from './icons.ts'

/**
 * The place on a card where stands what the person who sees it keeps of its record. Only templates make it: text of
 * people is escaped, and has no comments.
 */
export const keptPlace = ({ kind, entity_id }: RatedRecord): Html => trusted(`<!--kept ${kind} ${entity_id}-->`)

const places = /<!--kept (movie|series|episode) (\d+)-->/g

/** Fills the places of all cards of a page: one question to the database, however many there are. */
export async function fillKeptPlaces(context: RenderContext, db: Reader, main: Html): Promise<Html> {
  const { viewer } = context
  if (!main.text.includes('<!--kept ')) return main
  if (!viewer) return trusted(main.text.replace(places, ''))
  const named = new Map<string, RatedRecord>()
  for (const [, kind, id] of main.text.matchAll(places)) {
    const record = { kind: kind as RatedKind, entity_id: Number(id) }
    named.set(keptKey(record), record)
  }
  const kept = await keptOf(db, viewer.id, [...named.values()])
  return trusted(
    main.text.replace(places, (_, kind: RatedKind, id: string) => {
      const found = kept.get(keptKey({ kind, entity_id: Number(id) }))
      return found ? marksOf(context, found).text : ''
    }),
  )
}

function marksOf(
  { texts: { kept: words }, format }: RenderContext,
  { rating, favorite, watchlist, watched }: Kept,
): Html {
  return html`<span class="kept">${
    rating !== null &&
    html`<span class="kept-rating">${icon('star')}<span class="unseen">${words.yourRating} </span>${format.number(
      rating,
    )}</span>`
  }${favorite && html`<span>${icon('heart')}<span class="unseen">${words.isFavorite}</span></span>`}${
    watchlist && html`<span>${icon('bookmark')}<span class="unseen">${words.isOnWatchlist}</span></span>`
  }${watched && html`<span>${icon('check')}<span class="unseen">${words.isWatched}</span></span>`}</span>`
}
