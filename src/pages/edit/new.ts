import { maxWordLength } from '#src/catalogue/fields.ts'
import type { Kind } from '#src/catalogue/kinds.ts'
import { kindPlaces, type OwnKind, ownKinds } from '#src/catalogue/own-kinds.ts'
import { namesOf } from '#src/contributions/editing/names.ts'
import { recordsWith, idIn as statedIdIn } from '#src/search/outside-ids.ts'
import { search } from '#src/search/search.ts'
import { textField } from '../components/form.ts'
import { emptyState } from '../components/lists.ts'
import { smallHead } from '../components/small-head.ts'
import { type Deleted, findDeleted } from '../history/deleted.ts'
import { type Html, html } from '../html.ts'
import { type Answer, type PageContext, page } from '../page.ts'
import { addressOf, idIn, numberIn } from '../records/addresses.ts'
import type { Pictured } from '../records/gallery.ts'
import { placeOf } from '../records/places.ts'
import { goneMessage } from './changed-since-opened.ts'
import { maxFormBytes } from './edit.ts'
import type { Edited, Given } from './edited-record.ts'
import { answerForm, openForm } from './form.ts'
import { idPasted } from './pasted-ids.ts'
import { refusal } from './refusal.ts'

/** Most records that are shown before one is made anew. */
const maxFound = 10

const editedOf = ({ texts: { edit } }: PageContext, kind: OwnKind): Edited => {
  const address = `/${kindPlaces[kind]}/new`
  return { kind, id: 0, name: edit.searchFirst, address, action: address }
}

/** The pages on which people add a record: first they see whether it is there already. */
const ownPages = ownKinds.flatMap(([kind]) => [
  page(`GET /${kindPlaces[kind]}/new`, {
    access: 'account',
    query: ['title', 'year', 'id', 'sure'],
    async handle(context) {
      const refused = await refusal(context, context.texts.edit.addKind[kind])
      if (refused) return refused
      const { title, sure } = context.query
      if (sure !== '' && title.trim() !== '') return openForm(context, editedOf(context, kind), givenIn(context, kind))
      return searchFirst(context, kind)
    },
  }),
  page(`POST /${kindPlaces[kind]}/new`, {
    access: 'anyone',
    keepsForm: true,
    bodyLimitBytes: maxFormBytes,
    handle: (context) => answerForm(context, editedOf(context, kind)),
  }),
])

type Asked = PageContext<string, 'title' | 'year' | 'id' | 'sure'>

/** What was searched for stands in the form already. */
function givenIn({ query }: Asked, kind: OwnKind): Given {
  const name = query.title.trim()
  const year = /^\d{4}$/.test(query.year.trim()) ? query.year.trim() : ''
  const day = kind === 'movie' ? 'release_date' : 'first_air_date'
  const stated = idPasted(query.id)
  return {
    fields: {
      [kind === 'movie' ? 'v.title' : 'v.name']: name,
      ...(year &&
        (kind === 'movie' || kind === 'series') && { [`v.${day}`]: `${year}-01-01`, [`v.${day}_precision`]: 'year' }),
    },
    rows: stated ? [{ part: 'external_ids', cells: stated }] : [],
  }
}

async function searchFirst(context: Asked, kind: OwnKind): Promise<Answer> {
  const { query, texts } = context
  const { edit, namesInForms } = texts
  const hasYear = kind === 'movie' || kind === 'series'
  const isAsked = query.title.trim() !== '' || query.id.trim() !== ''
  const found = isAsked ? await likeIt(context, kind) : []
  const filled = { values: query, errors: {} }
  const name = query.title.trim()
  const add = found.length > 0 ? namesInForms.makeNew : namesInForms.makeOnly
  const title = edit.addKind[kind]
  const sure = `/${kindPlaces[kind]}/new?${new URLSearchParams({ ...query, sure: '1' })}`
  return {
    title,
    isPrivate: true,
    main: html`
<h1>${title}</h1>
<p>${edit.searchFirstText}</p>
<form class="form" method="get" action="/${kindPlaces[kind]}/new">
${textField(context, filled, { name: 'title', label: edit.titleOrName, maxLength: maxWordLength, isRequired: true })}
${hasYear && textField(context, filled, { name: 'year', label: edit.year, maxLength: 4 })}
${textField(context, filled, {
  name: 'id',
  label: edit.idElsewhere,
  hint: edit.idElsewhereHint,
  maxLength: maxWordLength,
})}
<p class="actions"><button class="button primary">${edit.lookForIt}</button></p>
</form>
${isAsked && foundSection(context, kind, found)}
${name !== '' && html`<p class="actions"><a class="button" href="${sure}">${add(name)}</a></p>`}`,
  }
}

type Named = { id: number; name: string }

function foundSection({ texts: { edit } }: PageContext, kind: OwnKind, found: readonly Named[]): Html {
  if (found.length === 0) return html`<section class="part"><h2>${edit.notThere}</h2></section>`
  return html`<section class="part"><h2>${edit.isItOneOfThese}</h2><ul class="record-rows">
${found.map(({ id, name }) => {
  const address = addressOf(kindPlaces[kind], id, name)
  return html`<li><a href="${address}">${name || id}</a> <a class="note" href="${address}/edit">${edit.edit}</a></li>`
})}</ul></section>`
}

/** Records with the id, and with a name like the title. */
async function likeIt({ db, query }: Asked, kind: OwnKind): Promise<Named[]> {
  const stated = statedIdIn(query.id)
  const year = /^\d{4}$/.test(query.year.trim()) ? ` ${query.year.trim()}` : ''
  const ask = (text: string) => search(db, { kinds: [kind], text, includesAdult: true, most: maxFound })
  const [byId, withYear, byName] = await Promise.all([
    stated ? recordsWith(db, [kind], stated) : [],
    year === '' ? { found: [] } : ask(`${query.title}${year}`),
    ask(query.title),
  ])
  const ids = [
    ...byId.map(({ entity_id }) => entity_id),
    ...withYear.found.map(({ id }) => id),
    ...byName.found.map(({ id }) => id),
  ]
  const distinct = [...new Set(ids)].slice(0, maxFound)
  const names = await namesOf(db, new Map([[kind, new Set(distinct)]]))
  return distinct.map((id) => ({ id, name: names.get(`${kind} ${id}`) ?? '' }))
}

/** Seasons and episodes are made inside their series, by their numbers. */
const parents = { season: 'series', episode: 'season' } as const

type Numbered = PageContext<string, 'number'>

/** What a form for a new season or episode is about: the record, the one that has its number, and its lost parent. */
type Found = {
  present: Pictured | undefined
  edited?: Edited
  there?: Pictured | undefined
  deleted: Deleted | undefined
}

/** Somebody else was faster: what was typed can go into the record that is there now. */
const takenMessage = ({ texts: { edit } }: PageContext, { name, address }: Pictured): Html =>
  emptyState(
    edit.takenSince,
    edit.takenSinceText(name),
    html`<p><a class="button" href="${address}/edit" target="_blank">${edit.editOf(name)}</a></p>`,
  )

const numberedPages = (['season', 'episode'] as const).flatMap((kind) => {
  const place = placeOf(parents[kind])
  const own = placeOf(kind)
  const path = kind === 'season' ? '/tv/{series}/season/new' : '/tv/{series}/season/{season}/episode/new'
  const found = async (context: Numbered): Promise<Found | undefined> => {
    const present = await place.find(context)
    const deleted = present ? undefined : await findDeleted(context, place)
    const parent = present ?? deleted
    const series_id = idIn(context.params.series)
    if (!parent || series_id === undefined) return undefined
    const number = numberIn(context.query.number.trim())
    if (number === undefined) return { present, deleted }
    const there = await own.find({ ...context, params: { ...context.params, [kind]: String(number) } })
    const season_number = numberIn(context.params.season) ?? number
    const numbering = { series_id, season_number, ...(kind === 'episode' && { episode_number: number }) }
    const action = `${parent.address}/${kind}/new?number=${number}`
    return {
      edited: { kind, id: 0, name: parent.name, address: parent.address, action, numbering },
      present,
      there,
      deleted,
    }
  }
  return [
    page(`GET ${path}`, {
      access: 'account',
      query: ['number'],
      async handle(context) {
        const refused = await refusal(context, context.texts.edit.addKind[kind])
        if (refused) return refused
        const about = await found(context)
        if (!about || about.deleted) return undefined
        const { edited, there } = about
        return edited && !there ? openForm(context, edited) : askNumber(context, kind, about, there !== undefined)
      },
    }),
    page(`POST ${path}`, {
      access: 'anyone',
      query: ['number'],
      keepsForm: true,
      bodyLimitBytes: maxFormBytes,
      async handle(context) {
        const about = await found(context)
        if (!about) return undefined
        const { edited, there, deleted } = about
        if (!edited) return askNumber(context, kind, about, false)
        if (deleted) return answerForm(context, edited, { message: await goneMessage(context, deleted), isGone: true })
        return answerForm(context, edited, there ? { message: takenMessage(context, there), isGone: true } : {})
      },
    }),
  ]
})

function askNumber(
  context: PageContext<string, 'number'>,
  kind: Kind & ('season' | 'episode'),
  { present }: Found,
  isThere: boolean,
): Answer {
  const { edit } = context.texts
  const { number } = context.query
  const errors: Record<string, string> = isThere ? { number: edit.isThere(Number(number)) } : {}
  const [path = ''] = context.address.split('?')
  return {
    title: edit.addKind[kind],
    isPrivate: true,
    ...(isThere && { http: 422 }),
    main: html`
${present ? smallHead(context, present, edit.addKind[kind]) : html`<h1>${edit.addKind[kind]}</h1>`}
<form class="form" method="get" action="${path}">
${textField(
  context,
  { values: { number }, errors },
  { name: 'number', label: edit.number, maxLength: 6, isRequired: true },
)}
${kind === 'season' && html`<p class="hint">${edit.episodesNext}</p>`}
<p class="actions"><button class="button primary">${edit.goOn}</button></p>
</form>`,
  }
}

export const newPages = [...ownPages, ...numberedPages]
