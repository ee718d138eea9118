import { partOperation } from '#src/catalogue/part-operations.ts'
import { moviesById, seriesById } from '#src/catalogue/summaries/by-id.ts'
import { maxQueryLength } from '#src/search/reading.ts'
import { languageOf, languageTag } from '../components/languages.ts'
import { emptyState } from '../components/lists.ts'
import { framed, pictureOf } from '../components/picture.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, redirect } from '../page.ts'
import { addressOf } from '../records/addresses.ts'
import { type Card, cards, movieCard, seriesCard } from '../records/cards.ts'
import type { AggregateCredits, Credits } from '../records/part-replies.ts'
import { foundOf } from '../search/found.ts'
import { type MergedCredit, mergedCredits, workOf } from './merged.ts'

/** Titles of each kind to choose from where a name fits several. */
const mostOffered = 12

export const inCommonParameters = ['title', 'with'] as const
type Asking = PageContext<string, (typeof inCommonParameters)[number]>
/** The record whose people are compared; its address is that of its page. */
type Of = { kind: string; id: number; name: string; address: string; credits: Credits | AggregateCredits }

type Other = { card: Card; credits: Credits | AggregateCredits }

/** Which titles an address may name, each with its part that has all people. */
const others = {
  movie: async (context: PageContext, id: number) => {
    const [row] = await moviesById(context.db, [id], languageOf(context))
    const asked = { params: { movie_id: id }, query: { language: languageTag(context) } }
    return row && { card: movieCard(row), credits: await context.ask(partOperation('movie', 'credits'), asked) }
  },
  tv: async (context: PageContext, id: number) => {
    const [row] = await seriesById(context.db, [id], languageOf(context))
    const asked = { params: { series_id: id }, query: { language: languageTag(context) } }
    return (
      row && { card: seriesCard(row), credits: await context.ask(partOperation('series', 'aggregate_credits'), asked) }
    )
  },
}

/** Asks for another title, to see who was in both. */
export const inCommonForm = ({ texts: { title, common } }: PageContext, address: string, typed = ''): Html => html`
<form class="search-form" id="in-common" action="${address}/credits">
<label for="in-common-title">${title.inCommon}</label>
<div class="search-line"><input id="in-common-title" name="title" value="${typed}" maxlength="${maxQueryLength}"
 required><button class="button">${common.search}</button></div>
<p class="hint">${title.inCommonHint}</p></form>`

/** Who was in a record and in the title that was asked for, or titles to choose from. */
export async function inCommon(context: Asking, of: Of) {
  const { texts, query } = context
  const [, place, id] = /^(movie|tv)-(\d{1,10})$/.exec(query.with) ?? []
  if (place === undefined) return choice(context, of, query.title.trim().slice(0, maxQueryLength).toWellFormed())
  const other = (await others[place as keyof typeof others](context, Number(id))) as Other | undefined
  if (!other?.credits) return undefined
  const known = new Map(mergedCredits(other.credits).map((person) => [person.id, person]))
  const both = mergedCredits(of.credits).flatMap((person) => {
    const there = known.get(person.id)
    return there ? [[person, there] as const] : []
  })
  const names = [await ownName(context, of), nameWithYear(other.card)] as const
  const rows = both.map(([here, there]) => bothRow(here, [workOf(context, here), workOf(context, there)], names))
  return shown(context, of, {
    title: texts.title.inBoth(...names),
    content: html`
<p class="note" role="status">${texts.title.peopleInBoth(both.length)}</p>
${
  both.length === 0
    ? emptyState(texts.title.nobodyInBoth, texts.title.nobodyInBothText)
    : html`<ul class="people-rows">${rows}</ul>`
}
<p><a href="${other.card.address}">${names[1]}</a> ·
<a href="${of.address}/credits">${texts.title.castAndCrewOf(of.name)}</a></p>`,
  })
}

/** The titles that a name finds: a single one is taken at once. */
async function choice(context: Asking, of: Of, typed: string) {
  const { title: words, catalogue } = context.texts
  const found = await Promise.all(
    (['movie', 'tv'] as const).map(async (kind) => {
      const [records] = (await foundOf(context, typed, kind, 1)).filter((one) => one.kind === kind)
      const isOwn = (id: number) => id === of.id && of.kind === (kind === 'movie' ? 'movie' : 'series')
      return (records?.cards ?? [])
        .filter(({ id }) => !isOwn(id))
        .slice(0, mostOffered)
        .map((card) => ({ ...card, address: `${of.address}/credits?with=${kind}-${card.id}` }))
    }),
  )
  const all = found.flat()
  const [first] = all
  if (first && all.length === 1) return redirect(first.address)
  return shown(context, of, {
    title: words.inCommon,
    typed,
    content: first
      ? html`<h2>${words.whichTitle}</h2>${cards(all)}`
      : emptyState(catalogue.nothingFound, catalogue.nothingFoundText),
  })
}

const shown = (
  context: Asking,
  of: Of,
  { title, typed, content }: { title: string; typed?: string; content: Html },
) => ({
  title,
  // There are more pairs than a search engine has to know.
  isPrivate: true,
  main: html`
<article class="credits">
<nav class="trail" aria-label="${context.texts.catalogue.trail}"><a href="${of.address}">${of.name}</a></nav>
<h1>${title}</h1>
${content}
${inCommonForm(context, of.address, typed)}
</article>`,
})

function bothRow(
  { id, name, profile_path }: MergedCredit,
  works: readonly [string, string],
  names: readonly [string, string],
): Html {
  const picture = pictureOf({ gallery: 'profiles', file_path: profile_path, width: 'listed' })
  const line = (index: 0 | 1) =>
    html`<span class="note">${names[index]}${works[index] !== '' && `: ${works[index]}`}</span>`
  return html`<li>${framed(id, name, 'round', picture)}
<div><a href="${addressOf('person', id, name)}">${name}</a>
${line(0)}
${line(1)}</div></li>`
}

/** Two titles may have the same name, but seldom of the same year. */
const nameWithYear = ({ name, note }: Card): string =>
  typeof note === 'string' && note !== '' ? `${name} (${note})` : name

/** A movie or a series with its year, anything else as its page calls it. */
async function ownName(context: PageContext, { kind, id, name }: Of): Promise<string> {
  const language = languageOf(context)
  const [movie] = kind === 'movie' ? await moviesById(context.db, [id], language) : []
  const [series] = kind === 'series' ? await seriesById(context.db, [id], language) : []
  if (movie) return nameWithYear(movieCard(movie))
  return series ? nameWithYear(seriesCard(series)) : name
}
