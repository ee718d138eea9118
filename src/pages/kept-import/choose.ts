import { movie as searchMovies } from '#src/groups/search/movie.ts'
import { tv as searchSeries } from '#src/groups/search/tv.ts'
import { isRefused, type KeptEntry } from '#src/kept/kept-entry.ts'
import { entryOf, isKept, type ShownEntry } from '#src/kept-import/entries.ts'
import { decide, episodeOf } from '#src/kept-import/steps.ts'
import { maxQueryLength } from '#src/search/reading.ts'
import { buttonForm } from '../components/form.ts'
import { languageTag } from '../components/languages.ts'
import { emptyState } from '../components/lists.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { rowId } from '../row-id.ts'
import { settingsPage } from '../settings/frame.ts'
import type { Viewer } from '../viewer.ts'
import { deedIn, filterIn, nameIn } from './entries.ts'
import { importIn } from './import.ts'
import { titleLines } from './titles.ts'

/** Results of a search for a title. */
const maxFound = 10

type Context = PageContext<'id' | 'number', 'query' | 'show', string, Viewer>

/** Chooses the title that an entry of a file is. */
export const askTitle = page('GET /settings/import/{id}/entry/{number}', {
  access: 'account',
  query: ['query', 'show'],
  async handle(context) {
    const found = await importIn(context)
    const number = rowId(context.params.number)
    if (found?.stage !== 'ready' || number === undefined) return undefined
    const entry = await entryOf(context.db, found.id, number)
    return entry && !isRefused(entry.entry) ? view(context, entry, entry.entry) : undefined
  },
})

export const chooseTitle = page('POST /settings/import/{id}/entry/{number}', {
  access: 'account',
  form: ['act', 'kind', 'record', 'show'],
  async handle(context) {
    const { db, write, form: values, params } = context
    const found = await importIn(context)
    const number = rowId(params.number)
    const entry = found && number !== undefined ? await entryOf(db, found.id, number) : undefined
    if (!found || !entry || isRefused(entry.entry)) return undefined
    const decided = await decidedIn(context, entry, entry.entry)
    const back = `/settings/import/${found.id}?show=${filterIn(values.show, [])}#entries`
    if (decided === undefined) return redirect(back, 'keptImport.noEpisode')
    const isDone = await write(decide, { id: found.id, number: entry.number, decided })
    return redirect(back, isDone ? 'keptImport.decided' : 'keptImport.notNow')
  },
})

/** What a form says that an entry is. */
async function decidedIn(
  { db, form }: Pick<PageContext<never, never, 'act' | 'kind' | 'record'>, 'db' | 'form'>,
  { kind, entity_id }: ShownEntry,
  said: KeptEntry,
) {
  if (form.act === 'skip') return 'none'
  if (form.act === 'accept') return kind !== null && entity_id !== null ? { kind, id: entity_id } : undefined
  const id = rowId(form.record)
  if (id === undefined) return undefined
  if (form.kind === 'movie') return { kind: 'movie' as const, id }
  if (form.kind === 'episode') return { kind: 'episode' as const, id }
  if (form.kind !== 'series') return undefined
  // Of an episode, its series is chosen; the file has the numbers.
  if (said.kind !== 'episode') return { kind: 'series' as const, id }
  const episode = await episodeOf(db, id, said)
  return episode === undefined ? undefined : { kind: 'episode' as const, id: episode }
}

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

/** The records of which nobody was certain. */
async function guessed(context: Context, { kind, entity_id, others }: ShownEntry): Promise<Offered[]> {
  const first = kind !== null && entity_id !== null ? [{ kind, entity_id }] : []
  const records = [...first, ...others.map(({ record }) => ({ kind: record.kind, entity_id: record.id }))]
  const lineOf = await titleLines(context, records)
  return records.flatMap(({ kind, entity_id: id }) => {
    const line = lineOf({ kind, entity_id: id })
    const isOffered = kind === 'movie' || kind === 'series' || kind === 'episode'
    return line && isOffered ? [{ kind, id, name: line.name, year: line.year }] : []
  })
}

async function view(context: Context, entry: ShownEntry, said: KeptEntry): Promise<PageView> {
  const { texts, params, query } = context
  const words = texts.keptImport
  const address = `/settings/import/${params.id}/entry/${entry.number}`
  const show = filterIn(query.show, [])
  const typed = query.query.trim().slice(0, maxQueryLength).toWellFormed()
  const wanted = typed || (said.kind === 'episode' ? said.series?.title : said.title) || ''
  const [guesses, found] = await Promise.all([guessed(context, entry), searched(context, said, wanted)])
  const isGuess = ({ kind, id }: Offered) => guesses.some((guess) => guess.kind === kind && guess.id === id)
  // The series of an episode is chosen instead of it.
  const isTaken = ({ kind }: Offered) => isKept(entry.what, said.kind === 'episode' ? 'episode' : kind)
  const others = found.filter((one) => isTaken(one) && !isGuess(one))
  const fields = { act: 'take', show }
  const offer = (offered: readonly Offered[]): Html =>
    html`<ul class="import-entries">${offered.map(
      ({ kind, id, name, year }) => html`
<li><div><strong>${name}</strong> ${year && html`<span class="note">${year}</span>`}
<span class="note">${words.kinds[kind]}</span></div>
<div class="acts">${buttonForm(context, address, words.take, { fields: { ...fields, kind, record: id } })}</div></li>`,
    )}</ul>`
  const content = html`
<p><strong>${nameIn(context, said)}</strong><br><span class="note">${deedIn(context, said)}</span></p>
${said.kind === 'episode' && html`<p class="hint">${words.episodeHint}</p>`}
${guesses.length > 0 && html`<h3>${words.guesses}</h3>${offer(guesses)}`}
<h3>${words.search}</h3>
<form class="search-form" role="search" action="${address}" aria-label="${words.search}">
<input type="hidden" name="show" value="${show}">
<label for="title">${words.searchLabel}</label>
<div class="search-line"><input type="search" id="title" name="query" value="${wanted}" maxlength="${maxQueryLength}">
<button class="button primary">${texts.common.search}</button></div>
</form>
${
  others.length > 0
    ? offer(others)
    : emptyState(guesses.length > 0 ? words.nothingElse : words.nothingFound, words.nothingFoundText)
}
<div class="actions">${buttonForm(context, address, words.skip, { fields: { act: 'skip', show } })}
<a class="button" href="/settings/import/${params.id}?show=${show}#entries">${words.back}</a></div>`
  return settingsPage(context, 'import', content, words.chooseTitle)
}
