import type { Kind, PartName } from '#src/catalogue/kinds.ts'
import { findRecord } from '#src/catalogue/part.ts'
import { namesOf, placesOf } from '#src/contributions/editing/names.ts'
import { merge } from '#src/groups/edits/merge-and-delete.ts'
import { recordsMeant } from '#src/search/search.ts'
import { isSearched } from '#src/search/searched-kinds.ts'
import { type Filled, radios, selectField, textField } from '../components/form.ts'
import { emptyState } from '../components/lists.ts'
import { smallHead } from '../components/small-head.ts'
import { recordMeant } from '../edit/changed-since-opened.ts'
import { type Loaded, loadForm } from '../edit/load.ts'
import { refusal } from '../edit/refusal.ts'
import { type Html, html, nothing } from '../html.ts'
import { type Answer, type PageContext, page, redirect } from '../page.ts'
import { labelOf, partTitle, tagLabel, valueLabel } from '../record-form/fields.ts'
import { factText, translatedText } from '../record-form/stored.ts'
import type { Pictured } from '../records/gallery.ts'
import { places } from '../records/places.ts'
import { looksOf } from './looks.ts'
import { carryOut, type Doing, reasonsIn, sentIn, show } from './record-form.ts'

/** Records to choose from. */
const maxFound = 10
const maxSearchLength = 200

type Named = { id: number; name: string }
type Of = Pictured & { kind: Kind }

/** The record of a number in the same series: a season by its own, an episode as 2x05. */
async function byNumber({ db }: PageContext, { kind, id }: Of, text: string): Promise<number[]> {
  const own = kind === 'season' || kind === 'episode' ? (await placesOf(db, kind, [id])).get(id) : undefined
  const [, season, episode] = /^(?:(\d{1,6})x)?(\d{1,6})$/.exec(text) ?? []
  if (!own || episode === undefined) return []
  const { series_id, season_number } = own
  const place =
    kind === 'season'
      ? { series_id, season_number: Number(episode) }
      : {
          series_id,
          season_number: season === undefined ? season_number : Number(season),
          episode_number: Number(episode),
        }
  const found = await findRecord(db, kind, place)
  return found === undefined ? [] : [found]
}

/** The records that somebody may mean; exactly one if they gave its id. */
async function meantBy(context: PageContext, found: Of, text: string): Promise<Named[]> {
  const { db } = context
  const { kind, id } = found
  const given = text.trim()
  let ids: number[] = []
  if (!isSearched(kind)) {
    ids = await byNumber(context, found, given)
    if (ids.length === 0 && /^\d{1,10}$/.test(given)) ids = [Number(given)]
  } else ids = await recordsMeant(db, kind, given, maxFound)
  const others = [...new Set(ids)].filter((one) => one !== id)
  const names = await namesOf(db, new Map([[kind, new Set(others)]]))
  return others.flatMap((one) => {
    const name = names.get(`${kind} ${one}`)
    return name === undefined ? [] : [{ id: one, name }]
  })
}

/** First the other record is looked for. */
async function lookFor(context: PageContext<string, 'with'>, found: Of): Promise<Answer> {
  const { texts, query } = context
  const { mergeAndDelete } = texts
  const candidates = query.with.trim() === '' ? [] : await meantBy(context, found, query.with)
  const looks = await looksOf(context, found.kind, candidates)
  const filled: Filled = { values: { with: query.with }, errors: {} }
  const address = `${found.address}/merge`
  const title = mergeAndDelete.mergeOf(found.name)
  return {
    title,
    isPrivate: true,
    main: html`
${smallHead(context, found, title)}
<p>${mergeAndDelete.mergeText}</p>
<form class="form" action="${address}">
${textField(context, filled, {
  name: 'with',
  type: 'search',
  label: mergeAndDelete.other,
  hint: isSearched(found.kind) ? mergeAndDelete.otherHint : mergeAndDelete.otherNumberHint,
  maxLength: maxSearchLength,
  isRequired: true,
})}
<p class="actions"><button class="button primary">${mergeAndDelete.lookForIt}</button></p>
</form>
${
  query.with.trim() !== '' &&
  candidates.length === 0 &&
  emptyState(mergeAndDelete.noneFound, mergeAndDelete.noneFoundText)
}
${
  candidates.length > 0 &&
  html`<section class="part"><h2>${mergeAndDelete.which}</h2><ul class="listed">
${candidates.map(({ id, name }) => {
  const { picture, year } = looks.get(id) ?? {}
  return html`<li><span class="listed-picture">${picture}</span>
<div><a class="listed-name" href="${address}?with=${id}&amp;chosen=1">${name} (${id})</a>
<span class="note">${year}</span></div></li>`
})}
</ul></section>`
}`,
  }
}

/** A value in which the two differ: where it stands, and what each of them has. */
type Differing = { place: string; label: string; merged: string; survivor: string }

function differing(context: PageContext, merged: Loaded, survivor: Loaded): Differing[] {
  const { plan } = survivor.stored
  const shown = ({ stored }: Loaded, fact: (typeof plan.facts)[number]) => {
    const text = factText(stored, fact)
    if (fact.control.is !== 'choice' || text === '') return text
    // A number that means "not stated" says nothing.
    return text === '0' ? '' : valueLabel(context, { scope: plan.of, column: fact.column }, text)
  }
  const facts = plan.facts.map((fact) => ({
    place: `${fact.column}||`,
    label: labelOf(context, plan.of, fact.column),
    merged: shown(merged, fact),
    survivor: shown(survivor, fact),
  }))
  const tags = [...survivor.stored.record.texts.keys()]
  const texts = tags.flatMap((tag) =>
    plan.texts.map(({ text }) => ({
      place: `${text}|${tag.replace('-', '|')}`,
      label: `${labelOf(context, plan.of, text)}, ${tagLabel(context, tag)}`,
      merged: translatedText(merged.stored, tag, text),
      survivor: translatedText(survivor.stored, tag, text),
    })),
  )
  const areDifferent = ({ merged, survivor }: Differing) => merged !== '' && survivor !== '' && merged !== survivor
  return [...facts, ...texts].filter(areDifferent)
}

/** The parts in which both have entries, so that one may want those of one alone. */
const sharedParts = (merged: Loaded, survivor: Loaded): PartName[] =>
  survivor.stored.plan.parts
    .map(({ part }) => part)
    .filter((part) => [merged, survivor].every(({ stored }) => (stored.record.entries.get(part)?.size ?? 0) > 0))

const fieldOf = (place: string) => `v.${place.replaceAll('|', '.')}`

async function doingOf(
  context: PageContext,
  found: Of,
  other: Named,
  values: Filled['values'],
): Promise<Doing | undefined> {
  const { mergeAndDelete } = context.texts
  const load = (id: number, name: string) =>
    loadForm(context, { kind: found.kind, id, name, address: found.address, action: '' })
  const [merged, survivor] = [await load(found.id, found.name), await load(other.id, other.name)]
  if (!merged || !survivor) return undefined
  const rows = differing(context, merged, survivor)
  const parts = sharedParts(merged, survivor)
  const [one, two] = [`${found.name} (${found.id})`, `${other.name} (${other.id})`]
  return {
    found,
    title: mergeAndDelete.becomes(one, two),
    action: `${found.address}/merge`,
    content: html`
<input type="hidden" name="with" value="${other.id}">
<p>${mergeAndDelete.becomesText}</p>
${swapLink(context, found, other)}
<h2>${mergeAndDelete.differences}</h2>
${rows.length === 0 && html`<p>${mergeAndDelete.noDifferences}</p>`}
${rows.map(({ place, label, merged: theirs, survivor: own }) => {
  const name = fieldOf(place)
  const filled = { values: { [name]: values[name] ?? 'survivor' }, errors: {} }
  return radios(context, filled, {
    name,
    label,
    options: [
      ['survivor', own],
      ['merged', theirs],
    ],
  })
})}
${
  parts.length > 0 &&
  html`<h2>${mergeAndDelete.lists}</h2><p>${mergeAndDelete.listsText}</p>
${parts.map((part) => {
  const options = [['', mergeAndDelete.both] as const, ['survivor', two] as const, ['merged', one] as const]
  return selectField(context, { values, errors: {} }, { name: `p.${part}`, label: partTitle(context, part), options })
})}`
}`,
    button: mergeAndDelete.merge,
    sort: 'merge',
  }
}

/** Kinds whose address has their id can be turned round. */
function swapLink({ texts: { mergeAndDelete } }: PageContext, { kind, id, address }: Of, other: Named): Html {
  if (kind === 'season' || kind === 'episode') return nothing
  const [, place] = address.split('/')
  return html`<p><a href="/${place}/${other.id}/merge?with=${id}&amp;chosen=1">${mergeAndDelete.swap}</a></p>`
}

/** The choices of a form, as the operation takes them. */
function choicesIn(sent: readonly (readonly [string, string])[]) {
  const sides = sent.filter(([, side]) => side === 'merged' || side === 'survivor')
  const values = sides.flatMap(([name, side]) => {
    const [what, column, language = '', country = ''] = name.split('.')
    return what === 'v' ? [[`${column}|${language}|${country}`, side] as const] : []
  })
  const parts = sides.flatMap(([name, side]) => (name.startsWith('p.') ? [[name.slice(2), side] as const] : []))
  return { values: Object.fromEntries(values), parts: Object.fromEntries(parts) } as Record<string, object>
}

async function otherIn(context: PageContext, { kind, id }: Of, text: string): Promise<Named | undefined> {
  if (!/^\d{1,10}$/.test(text) || Number(text) === id) return undefined
  const name = (await namesOf(context.db, new Map([[kind, new Set([Number(text)])]]))).get(`${kind} ${Number(text)}`)
  return name === undefined ? undefined : { id: Number(text), name }
}

/** The pages on which a record becomes another one of its kind. */
export const mergePages = places.flatMap((place) => [
  page(`GET ${place.path}/merge`, {
    access: 'account',
    query: ['with', 'chosen'],
    async handle(context) {
      const found = await place.find(context)
      if (!found) return undefined
      const refused = await refusal(context, context.texts.mergeAndDelete.mergeOf(found.name), found)
      if (refused) return refused
      const other = context.query.chosen === '' ? undefined : await otherIn(context, found, context.query.with)
      const doing = other && (await doingOf(context, found, other, {}))
      return doing ? show(context, doing, { values: {}, errors: {} }) : lookFor(context, found)
    },
  }),
  page(`POST ${place.path}/merge`, {
    access: 'anyone',
    keepsForm: true,
    async handle(context) {
      const meant = await recordMeant(context, place)
      if (!meant || meant.isGone) return undefined
      const { record: found, message } = meant
      const { kind } = found
      const values = sentIn(context)
      const other = await otherIn(context, found, values.with ?? '')
      const doing = other && (await doingOf(context, found, other, values))
      if (!doing) return redirect(`${found.address}/merge?${new URLSearchParams({ with: values.with ?? '' })}`)
      const work = async () => {
        const body = { kind, id: found.id, into_id: other.id, ...choicesIn(context.sent), ...reasonsIn(values) }
        const outcome = await context.ask(merge, { body })
        // The address of the merged record leads to the other one.
        return redirect(found.address, outcome?.waits ? 'edit.waits' : 'mergeAndDelete.merged')
      }
      return carryOut(context, doing, work, message)
    },
  }),
])
