import { compareMoments, recordAt } from '#src/catalogue/edits/record-at.ts'
import type { StoredRecord } from '#src/catalogue/edits/record-loader.ts'
import type { Kind } from '#src/catalogue/kinds.ts'
import { namesOf } from '#src/contributions/editing/names.ts'
import { emptyState } from '../components/lists.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, type PageView, page } from '../page.ts'
import { labelOf, partTitle, tagLabel } from '../record-form/fields.ts'
import { noEpisodes } from '../record-form/groups.ts'
import { inWords, rowText } from '../record-form/in-words.ts'
import { type Plan, planOf } from '../record-form/plan.ts'
import { type Referring, referredIn, shownWith } from '../record-form/stored.ts'
import { places } from '../records/places.ts'
import { rowId } from '../row-id.ts'
import { findEver } from './deleted.ts'
import { changesInWords } from './edits.ts'
import { momentOf } from './moment.ts'
import { rowOfEntry } from './read-change.ts'
import { knownIn } from './records.ts'

/** Entries of a part that are shown of an earlier state. */
const maxEntriesShown = 200

/** A record as it was after one of its changes, for each kind. */
const thenPages = places.map((place) =>
  page(`GET ${place.path}/history/then`, {
    access: 'anyone',
    query: ['revision'],
    async handle(context) {
      const { db, query, texts, format } = context
      const { history } = texts
      const { kind } = place
      const [seq, found] = [rowId(query.revision), await findEver(context, place)]
      const at = seq && found ? (await momentOf(db, kind, found.id, seq))?.at : undefined
      if (!found || seq === undefined || at === undefined) return undefined
      const record = await recordAt(db.wide, kind, found.id, seq)
      const title = history.asItWasThen(found.name, format.time(at))
      const content = record
        ? await drawRecord(context, record, kind)
        : emptyState(history.noRecordThen, history.noRecordThenText)
      return view(context, title, `${found.address}/history`, content)
    },
  }),
)

const view = ({ texts: { history } }: PageContext, title: string, back: string, content: Html): PageView => ({
  title,
  isPrivate: true,
  main: html`
<p><a href="${back}">${history.toHistory}</a></p>
<h1>${title}</h1>
${content}`,
})

/** How a record differs between two of its changes, for each kind. */
const comparePages = places.map((place) =>
  page(`GET ${place.path}/history/compare`, {
    access: 'anyone',
    query: ['from', 'to'],
    async handle(context) {
      const { db, query, texts, format } = context
      const { history } = texts
      const { kind } = place
      const [one, other, found] = [rowId(query.from), rowId(query.to), await findEver(context, place)]
      if (!found || one === undefined || other === undefined) return undefined
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const [begin, end] = [await momentOf(db, kind, found.id, from), await momentOf(db, kind, found.id, to)]
      if (!begin || !end) return undefined
      const changes = await compareMoments(db.wide, kind, found.id, { from, to })
      const title = history.compared(found.name)
      const address = `${found.address}/history`
      if (!changes) return view(context, title, address, emptyState(history.noRecordThen, history.noRecordThenText))
      const logged = changes.map((change, seq) => ({
        ...{ ...change, seq, edit_id: 0, entity_id: found.id, kind },
        ...{ same_value: change.same_value ?? false, original_source: null },
      }))
      const known = await knownIn(context, logged)
      const content = html`
<p>${history.between(format.time(begin.at), format.time(end.at))}</p>
${
  logged.length === 0
    ? emptyState(history.same, history.sameText)
    : html`<div class="history">${changesInWords(context, known, logged)}</div>`
}`
      return view(context, title, address, content)
    },
  }),
)

/** All values of a record in words: facts, texts by language, and parts. */
async function drawRecord(context: PageContext, record: StoredRecord, of: Kind): Promise<Html> {
  const plan = planOf(of)
  const names = { names: await namesOf(context.db, referredIn(plan, referring(record))), episodes: noEpisodes }
  const { edit } = context.texts
  const facts = plan.facts.flatMap(({ column, control, field }) => {
    const value = record.values[column]
    if (value === undefined || value === null || (value === field.empty && control.is !== 'flag')) return []
    const text = inWords(context, of, column, control, shownWith(names, control, value))
    return text === '' ? [] : [html`<div><dt>${labelOf(context, of, column)}</dt><dd>${text}</dd></div>`]
  })
  return html`
<section class="part"><h2>${edit.facts}</h2><dl class="edit-changes">${facts}</dl></section>
${textsOf(context, record, plan)}
${plan.parts.map((part) => {
  const entries = [...(record.entries.get(part.part)?.values() ?? [])]
  if (entries.length === 0) return false
  const rows = entries.slice(0, maxEntriesShown).map((entry) => rowOfEntry(names, plan, part, entry))
  return html`
<section class="part"><h2>${partTitle(context, part.part)} <span class="note">${entries.length}</span></h2>
<ul class="record-rows">${rows.map((row) => html`<li>${rowText(context, { plan }, part, row)}</li>`)}</ul></section>`
})}`
}

function textsOf(context: PageContext, record: StoredRecord, { of, texts }: Plan): Html | false {
  if (record.translations.size === 0) return false
  const languages = [...record.translations].map(([tag, translation]) => {
    const said = texts.flatMap(({ text }) => {
      const value = translation.texts[text]
      return value === '' || value === 0 || value === undefined || value === null
        ? []
        : [html`<div><dt>${labelOf(context, of, text)}</dt><dd lang="${tag}">${String(value)}</dd></div>`]
    })
    return html`<h3>${tagLabel(context, tag)}</h3><dl class="edit-changes">${said}</dl>`
  })
  return html`<section class="part"><h2>${context.texts.edit.texts}</h2>${languages}</section>`
}

/** An earlier state as far as it refers to others. */
const referring = ({ values, entries }: StoredRecord): Referring => ({
  values: Object.fromEntries(Object.entries(values).map(([column, value]) => [column, { value }])),
  entries: new Map(
    [...entries].map(([part, ofPart]) => [part, new Map([...ofPart].map(([key, entry]) => [key, { entry }]))]),
  ),
})

export const momentPages = [...thenPages, ...comparePages]
