import { ApiError } from '#src/contract/statuses.ts'
import { namesOfLists } from '#src/contributions/lists/lists.ts'
import { addToList as add, makeListWith, removeFromList } from '#src/contributions/lists/writes.ts'
import { details as movieDetails } from '#src/groups/movies/details.ts'
import { details as seriesDetails } from '#src/groups/tv-series/details.ts'
import { blank, errorSummary, type Filled, form, selectField, submit, textField } from '../components/form.ts'
import { languageTag } from '../components/languages.ts'
import { html } from '../html.ts'
import { localAddress } from '../local-address.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { idIn } from '../records/addresses.ts'
import type { Viewer } from '../viewer.ts'
import { faultsOf } from './text.ts'

type Context = PageContext<'place' | 'title', string, string, Viewer>

/** The title that an address names. */
async function titleIn(context: Context) {
  const { ask, params } = context
  const { place, title } = params
  const id = idIn(title)
  if (id === undefined || (place !== 'movie' && place !== 'tv')) return undefined
  const query = { language: languageTag(context) }
  if (place === 'movie') {
    const movie = await ask(movieDetails, { params: { movie_id: id }, query })
    return movie && { item: { kind: 'movie' as const, entity_id: id }, name: movie.title }
  }
  const series = await ask(seriesDetails, { params: { series_id: id }, query })
  return series && { item: { kind: 'series' as const, entity_id: id }, name: series.name }
}

export const askList = page('GET /lists/add/{place}/{title}', {
  access: 'account',
  handle: (context) => view(context, blank),
})

/** Puts a title on a list, or on a new one; or removes it from the list `off`. `next` is where it was asked for. */
export const addToList = page('POST /lists/add/{place}/{title}', {
  access: 'account',
  form: ['list', 'name', 'off', 'next'],
  async handle(context) {
    const { write, language, form: values } = context
    const found = await titleIn(context)
    if (!found) return undefined
    const { item } = found
    const back = (id: number) => (values.next === '' ? `/list/${id}` : localAddress(values.next))
    const off = idIn(values.off)
    if (off !== undefined) {
      const removed = await write(removeFromList, { list_id: off, item })
      if (removed === undefined) throw new ApiError('not_found')
      return redirect(back(off), 'lists.removed')
    }
    const list_id = values.name.trim() === '' ? idIn(values.list) : undefined
    if (list_id !== undefined) {
      const added = await write(add, { list_id, item }).catch(unlessThere)
      if (!added) throw new ApiError('not_found')
      return redirect(back(list_id), added === 'there' ? 'lists.alreadyThere' : 'lists.added')
    }
    const text = { name: values.name, description: '' }
    const errors = faultsOf(context, text)
    if (Object.keys(errors).length > 0) {
      const again = await view(context, { values, errors })
      return again && { ...again, http: 422 }
    }
    return redirect(back(await write(makeListWith, { ...text, iso_639_1: language, item })), 'lists.added')
  },
})

function unlessThere(error: unknown): 'there' {
  if (error instanceof ApiError && error.status === 'duplicate_entry') return 'there'
  throw error
}

async function view(context: Context, filled: Filled): Promise<PageView | undefined> {
  const { db, viewer, params, texts } = context
  const words = texts.lists
  const found = await titleIn(context)
  if (!found) return undefined
  const options = (await namesOfLists(db, viewer.id)).map(({ id, name }) => [String(id), name] as const)
  const newName = { name: 'name', label: words.name }
  return {
    title: words.addTo,
    isPrivate: true,
    main: html`
<h1>${words.addTo}</h1>
<p>${found.name}</p>
${errorSummary(context, filled)}
${form(
  context,
  `/lists/add/${params.place}/${found.item.entity_id}`,
  html`
${options.length > 0 && selectField(context, filled, { name: 'list', label: words.title, options })}
<h2>${options.length > 0 ? words.orNew : words.newList}</h2>
${textField(context, filled, newName)}
${submit(words.add)}`,
)}`,
  }
}
