import { chosenBy, favoritesToChoose, maxChosen } from '#src/contributions/members/chosen-favorites.ts'
import { blank, buttonForm, form, type Option, selectField, submit } from '../components/form.ts'
import { type Html, html } from '../html.ts'
import { cardsOfChosen, choosingAddress, fieldsOf } from '../kept/chosen-favorites.ts'
import type { PageContext } from '../page.ts'
import { type Card, cards, yearOf } from '../records/cards.ts'
import type { Viewer } from '../viewer.ts'

/** Favourites of each kind that are offered here; all of them can be chosen on their pages. */
const offered = 100
const next = '/settings/profile'

type Context = PageContext<string, string, string, Viewer>

/** The favourites that the profile shows, in their order, and others to choose. */
export async function favoritesCard(context: Context): Promise<Html> {
  const { db, viewer, texts, language } = context
  const words = texts.settings.favorites
  const [chosen, movies, series] = await Promise.all([
    chosenBy(db, viewer.id),
    favoritesToChoose(db, viewer.id, 'movie', offered),
    favoritesToChoose(db, viewer.id, 'series', offered),
  ])
  const isFull = chosen.length >= maxChosen
  const [shown, others] = await Promise.all([
    cardsOfChosen(context, chosen),
    cardsOfChosen(context, isFull ? [] : [...movies, ...series]),
  ])
  const { compare } = new Intl.Collator(language)
  const options = others
    .sort((one, other) => compare(one.name, other.name))
    .map((one): Option => [Object.values(fieldsOf(one)).join(' '), labelOf(one)])
  const button = (one: (typeof shown)[number], act: 'first' | 'remove', label: string) =>
    buttonForm(context, choosingAddress, html`${label}<span class="unseen"> ${one.name}</span>`, {
      fields: { ...fieldsOf(one), act, next },
      className: 'button of-card',
    })
  const withButtons = shown.map(
    ({ record: _, ...one }, at): Card => ({
      ...one,
      action: html`${at > 0 && button(one, 'first', words.first)}${button(one, 'remove', words.remove)}`,
    }),
  )
  return html`
<section class="card own-favorites" id="favourites">
<h2>${words.title}</h2>
<p class="hint">${words.hint}</p>
${withButtons.length > 0 && cards(withButtons)}
${
  options.length > 0 &&
  form(
    context,
    choosingAddress,
    html`<input type="hidden" name="act" value="choose"><input type="hidden" name="next" value="${next}">
${selectField(context, blank, { name: 'title', label: words.choose, options })}
${submit(words.show)}`,
  )
}
${isFull && html`<p class="hint">${words.full}</p>`}
${!isFull && options.length === 0 && html`<p class="hint">${words.none}</p>`}
</section>`
}

const labelOf = ({ name, note }: Card): string => {
  const year = yearOf(typeof note === 'string' ? note : '')
  return year === '' ? name : `${name} (${year})`
}
