import { type ListChoice, maxChoices } from '#src/contributions/lists/choose.ts'
import { type Kept, keptNothing } from '#src/kept/kept-of.ts'
import type { RatedKind } from '#src/kept/ratings.ts'
import { buttonForm, form } from '../components/form.ts'
import { type Html, html, nothing } from '../html.ts'
import type { RenderContext } from '../page.ts'
import { icon } from './icons.ts'
import { logButton } from './log-button.ts'

/** The ratings that the stars offer: five stars in halves. */
const starPoints = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

/** A title or an episode, what the person who sees it keeps of it, and the lists to choose from. */
type Keeping = {
  kind: RatedKind
  id: number
  /** Of its page, where its forms come back to. */
  address: string
  kept: Kept | undefined
  lists?: ListChoice | undefined
  /** What it is called to note that it was watched; absent where it cannot be yet. */
  log?: string | undefined
}

/** The script that sends the forms of the panel without leaving the page. */
export const keptScript = 'kept.js'

/** What one can do with a title: rate it, mark it, put it on lists. Whoever is not signed in is asked to do so. */
export function keptPanel(context: RenderContext, keeping: Keeping): Html {
  const { viewer, texts } = context
  if (!viewer)
    return html`<p class="actions">
<a class="button" href="/login?next=${encodeURIComponent(keeping.address)}">${texts.kept.signIn}</a></p>`
  const isTitle = keeping.kind !== 'episode'
  const { panel, failed } = texts.kept
  return html`<section class="kept-panel" data-kept="panel" data-failed="${failed}" aria-label="${panel}">
${ratingForm(context, keeping)}
${
  isTitle &&
  html`<div class="actions">${markButton(context, keeping, 'watchlist')}${markButton(context, keeping, 'favorite')}
${keeping.lists && listMenu(context, keeping, keeping.lists)}</div>
${keeping.kept?.favorite && profileButton(context, keeping, keeping.kept.on_profile)}`
}
</section>`
}

/**
 * What is done most often first, and radio buttons that look like stars. What was rated otherwise than in whole points
 * is said in words.
 */
function ratingForm(context: RenderContext, { address, kept = keptNothing, log }: Keeping): Html {
  const { texts, format } = context
  const words = texts.kept
  const { rating } = kept
  const action = `${address}/rating`
  const stars = starPoints.map((points) => {
    const isReached = rating !== null && points <= rating
    const choice = html`type="radio" id="rating-${points}" name="value" value="${points}"`
    return html`<label${isReached && html` class="reached"`}><input ${choice}${points === rating && html` checked`}>
<span class="half-star"></span><span class="unseen">${words.stars(format.number(points))}</span></label>`
  })
  const said = rating === null ? words.notRated : words.stars(format.number(rating))
  return html`<div class="rate">${log !== undefined && logButton(context, address, log)}
${form(
  context,
  action,
  html`<input type="hidden" name="next" value="${address}">
<fieldset class="stars"><legend>${words.yourRating}<span class="unseen">: ${said}</span></legend>${stars}</fieldset>
<button class="button stars-send">${words.rate}</button>`,
  'stars-form',
)}
<span class="note" aria-hidden="true">${said}</span>
${
  rating !== null &&
  buttonForm(context, action, words.takeBack, {
    className: 'link',
    id: 'take-back',
    fields: { value: 0, next: address },
  })
}</div>`
}

const marks = { watchlist: 'bookmark', favorite: 'heart' } as const

/** Adds a title to the watchlist or to the favourites, or removes it. */
function markButton(context: RenderContext, keeping: Keeping, list: keyof typeof marks): Html {
  const { kept: words, catalogue } = context.texts
  const { kind, id, address, kept = keptNothing } = keeping
  const isMarked = kept[list]
  const label = {
    watchlist: isMarked ? catalogue.removeFromWatchlist : catalogue.addToWatchlist,
    favorite: isMarked ? words.removeFavorite : words.addFavorite,
  }[list]
  const media_type = kind === 'series' ? 'tv' : 'movie'
  return buttonForm(context, `/${list}`, html`${icon(marks[list])} ${label}`, {
    className: isMarked ? 'button marked' : 'button',
    id: `mark-${list}`,
    fields: { media_type, media_id: id, [list]: isMarked ? '' : 'on', next: address },
  })
}

/** Shows a favourite on the profile, or shows it there no longer. */
function profileButton(context: RenderContext, { kind, id, address }: Keeping, isShown: boolean): Html {
  const { showOnProfile, hideFromProfile } = context.texts.kept
  return buttonForm(context, '/favorite/profile', isShown ? hideFromProfile : showOnProfile, {
    className: 'link',
    id: 'on-profile',
    fields: {
      ...{ media_type: kind === 'series' ? 'tv' : 'movie', media_id: id },
      ...{ act: isShown ? 'remove' : 'choose', next: address },
    },
  })
}

/** The lists of this person, each with a button that adds the title or removes it; and a new one on the spot. */
function listMenu(context: RenderContext, { kind, id, address }: Keeping, { lists, holding }: ListChoice): Html {
  const words = context.texts.kept
  const action = `/lists/add/${kind === 'series' ? 'tv' : 'movie'}/${id}`
  const next = html`<input type="hidden" name="next" value="${address}">`
  const choices = lists.map(({ id: list, name, holds }) => {
    const label = holds ? words.takeOff(name) : words.putOn(name)
    const choice = html`id="list-${list}" name="${holds ? 'off' : 'list'}" value="${list}"`
    const shown = holds ? html`✕ ${label}` : html`+ ${name}`
    return html`<li><button class="link" ${choice} aria-label="${label}">${shown}</button></li>`
  })
  return html`<details class="list-menu" id="lists"><summary class="button" id="list-menu">${
    holding === 0 ? words.addToList : words.onLists(holding)
  }</summary>
<div class="list-choices">
${choices.length > 0 && form(context, action, html`${next}<ul>${choices}</ul>`, 'list-choice')}
${form(
  context,
  action,
  html`${next}<label for="new-list">${words.newList}</label>
<input id="new-list" name="name" maxlength="200" autocomplete="off" required>
<button class="button" id="make-list">${words.makeAndAdd}</button>`,
  'list-new',
)}
${lists.length === maxChoices && html`<p class="note"><a href="${action}">${words.otherList}</a></p>`}
<p class="note"><a href="/lists">${words.allLists}</a></p>
</div></details>`
}

/** The average of a record with the spread of ratings; the script shows it anew when somebody has rated. */
export const ratingSummary = (content: Html | false): Html =>
  html`<div class="rating-summary" data-kept="summary">${content || nothing}</div>`
