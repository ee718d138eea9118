import { movie as searchMovies } from '#src/groups/search/movie.ts'
import { tv as searchSeries } from '#src/groups/search/tv.ts'
import type { KeptEntry } from '#src/kept/kept-entry.ts'
import type { Guess } from '#src/matching/wanted-title.ts'
import { maxQueryLength } from '#src/search/reading.ts'
import { buttonForm } from '../components/form.ts'
import { languageTag } from '../components/languages.ts'
import { emptyState } from '../components/lists.ts'
import { type Html, html } from '../html.ts'
import type { PageContext } from '../page.ts'
import type { Viewer } from '../viewer.ts'
import { titleLines } from './titles.ts'

/** Results of a search for a title. */
const maxFound = 10

type Context = PageContext<string, 'query', string, Viewer>

/** What may be chosen. */
type Offered = { kind: 'movie' | 'series' | 'episode'; id: number; name: string; year: string }

/** The movies and series that a search finds. */
async function searched(context: Context, { kind }: KeptEntry, query: string): Promise<Offered[]> {
  if (query === '') return []
  const asked = { query: { query, language: languageTag(context) } }
  const [movies, series] = await Promise.all([
    kind === 'movie' || kind === 'tv' ? context.ask(searchMovies, asked) : undefined,
    context.ask(searchSeries, asked),
  ])
  const yearOf = (date: string | null | undefined) => (date ?? '').slice(0, 4)
  const found = {
    movie: (movies?.results ?? []).map(({ id, title, release_date }): Offered => {
      return { kind: 'movie', id, name: title, year: yearOf(release_date) }
    }),
    series: (series?.results ?? []).map(({ id, name, first_air_date }): Offered => {
      return { kind: 'series', id, name, year: yearOf(first_air_date) }
    }),
  }
  const inOrder = kind === 'movie' ? [found.movie, found.series] : [found.series, found.movie]
  return inOrder.flatMap((some) => some.slice(0, maxFound))
}

type Guessed = { kind: string | null; entity_id: number | null; others: readonly Guess[] }

/** The records of which nobody was certain. */
async function guessed(context: Context, { kind, entity_id, others }: Guessed): Promise<Offered[]> {
  const first = kind !== null && entity_id !== null ? [{ kind, entity_id }] : []
  const records = [...first, ...others.map(({ record }) => ({ kind: record.kind, entity_id: record.id }))]
  const lineOf = await titleLines(context, records)
  return records.flatMap(({ kind, entity_id: id }) => {
    const line = lineOf({ kind, entity_id: id })
    const isOffered = kind === 'movie' || kind === 'series' || kind === 'episode'
    return line && isOffered ? [{ kind, id, name: line.name, year: line.year }] : []
  })
}

type Choice = {
  said: KeptEntry
  guess: Guessed
  /** Where the choice is sent, and where it is searched. */
  address: string
  /** Hidden fields of every form. */
  fields: Readonly<Record<string, string>>
  /** Whether something of a kind can be chosen. */
  takes(kind: Offered['kind']): boolean
}

/** Titles that may be meant, and a search for others. */
export async function titleChoice(context: Context, { said, guess, address, fields, takes }: Choice): Promise<Html> {
  const { texts, query } = context
  const words = texts.keptImport
  const typed = query.query.trim().slice(0, maxQueryLength).toWellFormed()
  const wanted = typed || (said.kind === 'episode' ? said.series?.title : said.title) || ''
  const [guesses, found] = await Promise.all([guessed(context, guess), searched(context, said, wanted)])
  const isGuess = ({ kind, id }: Offered) => guesses.some((guess) => guess.kind === kind && guess.id === id)
  const others = found.filter((one) => takes(one.kind) && !isGuess(one))
  const offer = (offered: readonly Offered[]): Html =>
    html`<ul class="import-entries">${offered.map(
      ({ kind, id, name, year }) => html`
<li><div><strong>${name}</strong> ${year && html`<span class="note">${year}</span>`}
<span class="note">${words.kinds[kind]}</span></div>
<div class="acts">${buttonForm(context, address, words.take, {
        fields: { ...fields, act: 'take', kind, record: id },
      })}</div></li>`,
    )}</ul>`
  return html`
${guesses.length > 0 && html`<h3>${words.guesses}</h3>${offer(guesses)}`}
<h3>${words.search}</h3>
<form class="search-form" role="search" action="${address}" aria-label="${words.search}">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label for="title">${words.searchLabel}</label>
<div class="search-line"><input type="search" id="title" name="query" value="${wanted}" maxlength="${maxQueryLength}">
<button class="button primary">${texts.common.search}</button></div>
</form>
${
  others.length > 0
    ? offer(others)
    : emptyState(guesses.length > 0 ? words.nothingElse : words.nothingFound, words.nothingFoundText)
}`
}
