import { moviesById, seriesById } from '#src/catalogue/summaries/by-id.ts'
import { namesOf } from '#src/contributions/editing/names.ts'
import { languageOf, languageTag } from '../components/languages.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext } from '../page.ts'
import { type Card, cards, movieCard, section, seriesCard } from '../records/cards.ts'
import { apart, type Together } from './word-by-word.ts'

/**
 * What to offer where nothing has all words of a query: titles with people in it, or else `none`, and what fewer words
 * find.
 */
export async function fewerWords(
  context: PageContext,
  query: string,
  addressOf: (query: string) => string,
  none: Html,
): Promise<Html> {
  const { catalogue } = context.texts
  const include_adult = String(context.viewer?.include_adult ?? false)
  const found = await context.ask(apart, { query: { query, include_adult, language: languageTag(context) } })
  if (!found) return none
  const { together, parts } = found
  const links = parts.map(
    ({ text, total }) =>
      html`<li><a href="${addressOf(text)}">${text}</a> <span class="note">${context.format.number(total)}</span></li>`,
  )
  return html`
${together.length === 0 && none}
${section(catalogue.together, cards(await titleCards(context, together), 'shelf'), together.length)}
${section(catalogue.fewerWords, html`<ul class="tags">${links}</ul>`, links.length)}`
}

/** The titles in the order in which they were found, each with the person who is in it. */
async function titleCards(context: PageContext, together: readonly Together[]): Promise<Card[]> {
  const { db, texts } = context
  const language = languageOf(context)
  const idsOf = (of: Together['kind']) => together.filter(({ kind }) => kind === of).map(({ id }) => id)
  const found = [
    ...(await moviesById(db, idsOf('movie'), language)).map((row) => movieCard(row)),
    ...(await seriesById(db, idsOf('series'), language)).map((row) => seriesCard(row)),
  ]
  const people = await namesOf(db, new Map([['person', new Set(together.map(({ person_id }) => person_id))]]))
  return together.flatMap(({ kind, id, person_id }) => {
    const card = found.find(({ record }) => record?.kind === kind && record.entity_id === id)
    const year = card?.note ? html`${card.note}<br>` : nothing
    return card
      ? { ...card, note: html`${year}${texts.catalogue.withPerson(people.get(`person ${person_id}`) ?? '')}` }
      : []
  })
}
