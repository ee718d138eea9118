import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { fieldKey } from '#src/catalogue/edits/record-loader.ts'
import { numberingPlace } from '#src/catalogue/edits/replaced.ts'
import { type Gallery, isKind } from '#src/catalogue/kinds.ts'
import { isLicence } from '#src/catalogue/licences.ts'
import { type RecordKind, recordKind } from '#src/catalogue/record-kinds.ts'
import { namesOf } from '#src/contributions/editing/names.ts'
import { isMade } from '#src/contributions/editing/new-ids.ts'
import type { Difference, Pending, PendingChange } from '#src/contributions/editing/pending.ts'
import type { StoredImage } from '#src/contributions/images.ts'
import { pictureOf } from '../components/picture.ts'
import { readChange, rowOfEntry, textOfValue } from '../history/read-change.ts'
import { recordsNamed } from '../history/records.ts'
import { type Html, html } from '../html.ts'
import type { PageContext } from '../page.ts'
import { labelOf, partTitle, tagLabel, valueLabel } from '../record-form/fields.ts'
import { noEpisodes } from '../record-form/groups.ts'
import { fieldChange, inWords, rowChange } from '../record-form/in-words.ts'
import { planOf } from '../record-form/plan.ts'
import { wordDifference } from '../record-form/words.ts'
import { episodeName, seasonName } from '../records/translated-words.ts'

/** Names of records, by kind and id. */
export type Names = ReadonlyMap<string, string>

/** The names of the records that edits change, and of those that values are of. */
export async function namesIn(
  context: PageContext,
  edits: readonly Pending[],
  values: readonly Difference[] = [],
): Promise<Names> {
  const { db } = context
  const wanted = new Map<RecordKind, Set<number>>()
  const want = (kind: RecordKind, id: unknown) =>
    typeof id === 'number' && void wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id))
  for (const { kind, entity_id } of values) want(kind, entity_id)
  for (const { records } of edits)
    for (const record of records) {
      for (const one of withTarget(record)) if (!isMade(one)) want(one.kind, one.id)
      want('series', record.numbering?.series_id)
      for (const [kind, id] of referredBy(record)) want(kind, id)
    }
  const names = await namesOf(db, wanted)
  // Seasons and episodes are called by their series, too.
  const placed = (['season', 'episode'] as const).flatMap((kind) =>
    [...(wanted.get(kind) ?? [])].map((id) => ({ kind, id })),
  )
  for (const [key, { name }] of await recordsNamed(context, placed)) names.set(key, name)
  return names
}

/** A record, and the one that it becomes. */
const withTarget = (record: RecordEdit): Pick<RecordEdit, 'kind' | 'id'>[] =>
  record.mergedInto ? [record, { kind: record.kind, id: record.mergedInto.id }] : [record]

/** The records that the entries of an edit name. */
function referredBy({ kind, parts = {} }: RecordEdit): [RecordKind, unknown][] {
  const tagged = (parts.tagged_people?.put ?? []).map(({ person_id }): [RecordKind, unknown] => ['person', person_id])
  const planned = isKind(kind) ? planOf(kind).parts : []
  return [
    ...tagged,
    ...planned.flatMap(({ part, shown }) =>
      shown.flatMap(({ column, control }) =>
        control.is !== 'record'
          ? []
          : [...(parts[part]?.put ?? []), ...(parts[part]?.remove ?? [])].map((entry): [RecordKind, unknown] => [
              control.of,
              entry[column],
            ]),
      ),
    ),
  ]
}

/** The name of a record that an edit changes or makes. */
function nameOf(context: PageContext, names: Names, { kind, id, values, numbering }: RecordEdit): string {
  const known = names.get(`${kind} ${id}`)
  const stated = String(values?.[recordKind(kind).title] ?? '')
  if (known !== undefined || !numbering) return known ?? stated
  const { series_id, season_number = 0, episode_number } = numbering
  const series = names.get(`series ${series_id}`) ?? ''
  if (episode_number === undefined) return `${series}: ${seasonName(context, stated, season_number)}`
  const number = `${season_number}x${String(episode_number).padStart(2, '0')}`
  return `${series}: ${number} ${episodeName(context, stated, episode_number)}`
}

/** What a pending edit is about: its last record, because what that refers to comes before it. */
export function titleOf(context: PageContext, names: Names, { records }: Pending): string {
  const last = records.at(-1)
  return (last && nameOf(context, names, last)) || context.texts.edit.unknownValue
}

type Place = Pick<PendingChange, 'kind' | 'place'>

/** The name of a value: its column, with the language of a text, or the part of an entry. */
function labelOfPlace(context: PageContext, { kind, place }: Place): string {
  const [column = '', language = '', country = ''] = place.split('|')
  if (place === numberingPlace) return context.texts.history.moved
  if (!place.includes('|')) return partTitle(context, place.split(' ')[0] ?? '')
  const label = labelOf(context, kind, column)
  return language === '' ? label : `${label}, ${tagLabel(context, `${language}-${country}`)}`
}

function said(context: PageContext, { kind, place }: Place, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value)) return value.map((one) => said(context, { kind, place }, one)).join(', ')
  if (typeof value === 'object') {
    const cells = Object.entries(value).filter(([column, cell]) => column !== 'source_id' && cell !== '')
    return cells.flatMap(([, cell]) => said(context, { kind, place }, cell) || []).join(' · ')
  }
  const [column = ''] = place.split('|')
  if (typeof value === 'boolean') return value ? context.texts.edit.yes : context.texts.edit.no
  return typeof value === 'string' && place.includes('|')
    ? valueLabel(context, { scope: kind, column }, value)
    : String(value)
}

/** What a pending edit changes, record by record, in words. */
export function pendingChanges(context: PageContext, names: Names, { records, changes }: Pending): Html {
  const isSeveral = records.length > 1
  // What an edit makes has no ids yet, and is called what it will be.
  const made = records
    .filter(isMade)
    .map((record) => [`${record.kind} ${record.id}`, nameOf(context, names, record)] as const)
  const all = new Map([...names, ...made])
  return html`${records.map((record) => {
    const name = nameOf(context, names, record)
    const own = isMade(record)
      ? statedIn(record)
      : changes.filter(({ kind, entity_id, place }) => {
          const isOwn = entity_id === record.id || entity_id === record.mergedInto?.id
          return kind === record.kind && isOwn && place !== ''
        })
    const isBack = changes.some(
      ({ kind, entity_id, action }) => action === 'created' && kind === record.kind && entity_id === record.id,
    )
    const mark = isBack && !isMade(record) ? context.texts.queue.isBack : markOf(context, names, record)
    return html`
${(isSeveral || mark) && html`<h3>${name}${mark && html` <span class="tag">${mark}</span>`}</h3>`}
<dl class="edit-changes">${own.map((change) => row(context, all, change))}</dl>`
  })}`
}

/** What becomes of a record as a whole. */
function markOf({ texts: { queue } }: PageContext, names: Names, record: RecordEdit): string | undefined {
  const { kind, isDeleted, mergedInto, movedTo } = record
  if (isMade(record)) return queue.isNew
  if (isDeleted) return queue.isDeleted
  if (mergedInto) return queue.isMerged(names.get(`${kind} ${mergedInto.id}`) || `#${mergedInto.id}`)
  return movedTo && queue.isMoved
}

/** What an edit states about a record that it makes. */
function statedIn({ kind, values = {}, texts = [], parts = {} }: RecordEdit): Omit<PendingChange, 'key'>[] {
  const about = { kind, entity_id: 0, action: 'added', iso_639_1: '', iso_3166_1: '', original_value: null }
  return [
    ...Object.entries(values).map(([column, value]) => ({ ...about, place: fieldKey(column), value })),
    ...texts.flatMap(({ iso_639_1, iso_3166_1, texts }) =>
      Object.entries(texts).map(([name, value]) => {
        return { ...about, place: fieldKey(name, iso_639_1, iso_3166_1), value }
      }),
    ),
    ...Object.entries(parts).flatMap(([part, { put = [] }]) =>
      put.map((value) => ({ ...about, place: `${part} `, value })),
    ),
  ]
}

const personLink = (names: Names, id: number): Html =>
  html`<a href="/person/${id}">${names.get(`person ${id}`) ?? id}</a>`

function row(context: PageContext, names: Names, change: Omit<PendingChange, 'key'>): Html {
  const { edit } = context.texts
  const picture = change.place.startsWith('images ') && pictureIn(context, change.value)
  if (picture) return html`<div><dt>${context.texts.pictures.images}</dt><dd>${picture}</dd></div>`
  const person = change.place.startsWith('tagged_people ') && (change.value as { person_id?: number } | null)?.person_id
  if (person) return html`<div><dt>${context.texts.pictures.onIt}</dt><dd>${personLink(names, person)}</dd></div>`
  const known = inHistory(context, names, change)
  if (known) return html`<div>${known}</div>`
  const [before, after] = [said(context, change, change.original_value), said(context, change, change.value)]
  const shown =
    before === ''
      ? html`<ins>${after}</ins>`
      : after === ''
        ? html`<del>${before}</del> → ${edit.nothing}`
        : wordDifference(before, after)
  return html`<div><dt>${labelOfPlace(context, change)}</dt><dd>${shown}</dd></div>`
}

/** A value or an entry of the form as histories show it, with the names of records in it; undefined for the rest. */
function inHistory(context: PageContext, names: Names, change: Omit<PendingChange, 'key'>): Html | undefined {
  const read = readPending(change)
  const known = { names, episodes: noEpisodes }
  const both = [change.original_value, change.value]
  if (read.is === 'entry') {
    const [before, after] = both.map((value) => rowOfEntry(known, read.plan, read.part, value))
    return rowChange(context, read, { part: read.part, before, after })
  }
  if (read.is !== 'field') return undefined
  const [before = '', after = ''] = both.map((value) => textOfValue(known, read.control, value))
  return fieldChange(context, read, { name: read.name, before, after })
}

/** What waits says where its value is by its place alone. */
const readPending = (change: Omit<PendingChange, 'key'>) => readChange({ ...change, key: '' })

/** A picture that an edit adds, as it will be seen. */
function pictureIn({ texts: { pictures } }: PageContext, value: unknown): Html | undefined {
  const { gallery, file_path, width, height, licence } = (value ?? {}) as Partial<StoredImage>
  if (!gallery || !file_path || !width || !height) return undefined
  const of = gallery as Gallery
  const alt = pictures.galleries[of]
  const shown = pictureOf({ gallery: of, file_path, width: 'wideThumbnail', alt, original: { width, height } })
  return html`<div class="pending-picture">${shown}</div> ${alt} · ${width} × ${height}${
    licence !== undefined && isLicence(licence) && html` · ${pictures.licence}: ${pictures.licences[licence]}`
  }`
}

/** Values that are not any more those that an edit was made against, field by field. */
export function pendingDifferences(context: PageContext, names: Names, differences: readonly Difference[]): Html {
  const { edit, queue } = context.texts
  const words = (difference: Difference, value: unknown) => {
    const read = readPending(difference)
    if (read.is !== 'field') return said(context, difference, value) || edit.nothing
    const [column = ''] = difference.place.split('|')
    const text = textOfValue({ names, episodes: noEpisodes }, read.control, value)
    return inWords(context, read.plan.of, column, read.control, text) || edit.nothing
  }
  return html`<dl class="edit-changes">${differences.map((one) => {
    const { kind, entity_id, place, action, original_value, present, value } = one
    const name = names.get(`${kind} ${entity_id}`) ?? ''
    if (place === '') {
      const fate = action === 'created' ? queue.isBack : queue.isDeleted
      return html`<div><dt>${name}</dt><dd>${queue.wanted}: ${fate}</dd></div>`
    }
    return html`<div><dt>${labelOfPlace(context, one)}</dt>
<dd>${queue.was}: ${words(one, original_value)}</dd>
<dd>${queue.now}: ${words(one, present)}</dd>
<dd>${queue.wanted}: ${words(one, value)}</dd></div>`
  })}</dl>`
}
