import { languageName } from '../catalogue/languages.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext } from '../page.ts'
import type { Comparison, Conflict, FieldChange, RowChange } from './compare.ts'
import { type Control, recordIn } from './controls.ts'
import { sendButtons } from './draw.ts'
import { labelOf, nameOfField, partTitle, valueLabel } from './fields.ts'
import type { Edited } from './form.ts'
import { columnsOfRow, type PartPlan } from './plan.ts'
import type { Stored } from './stored.ts'
import { digestOf, type Row } from './typed.ts'
import { wordDifference } from './words.ts'

/** What identifies the changes of a form: who saves has looked at exactly these. */
export const digestOfChanges = ({ fields, rows, moved }: Comparison): string =>
  digestOf(
    JSON.stringify([
      fields,
      rows.map(({ part, before, after }) => [part.part, before?.key, after?.cells]),
      moved.map(({ part }) => part),
    ]),
  )

/** Whether saving would change nothing. A season or an episode is made by its number alone. */
export const isIdle = ({ numbering }: Pick<Edited, 'numbering'>, comparison: Comparison): boolean =>
  numbering === undefined && isEmpty(comparison)

const isEmpty = ({ fields, rows, moved }: Comparison): boolean =>
  fields.length === 0 && rows.length === 0 && moved.length === 0

/** On top of a form: what it changes, in words, and what somebody else has changed meanwhile. */
export function summaryOf(context: PageContext, stored: Stored, comparison: Comparison, seen: string): Html {
  const { edit } = context.texts
  const { conflicts } = comparison
  return html`
${
  conflicts.length > 0 &&
  html`
<section class="edit-conflicts" role="alert"><h2>${edit.conflicts}</h2><p>${edit.conflictsHint}</p>
${conflicts.map((conflict) => question(context, stored, conflict))}
<p class="actions">${sendButtons(context, '')}</p></section>`
}
${(conflicts.length === 0 || !isEmpty(comparison)) && changesSection(context, stored, comparison, seen)}`
}

function changesSection(context: PageContext, stored: Stored, comparison: Comparison, seen: string): Html {
  const { edit } = context.texts
  const toSave = seen === '' ? edit.settleFirst : edit.changesHint
  const toFill = seen === '' ? edit.noChanges : edit.onlyNumber
  return html`
<section class="edit-summary" aria-labelledby="changes"><h2 id="changes">${edit.changes}</h2>
<p>${isEmpty(comparison) ? toFill : toSave}</p>
${newNames(context, stored, comparison)}
${!isEmpty(comparison) && changeList(context, stored, comparison)}
${seen !== '' && html`<p class="actions">${sendButtons(context, seen)}</p>`}
</section>`
}

/** Who and what is made together with the record, so that nobody adds a slip without seeing it. */
function newNames({ texts: { who }, format }: PageContext, { plan }: Stored, { fields, rows }: Comparison): Html {
  const texts = [
    ...fields.map(({ name, after }) => ({
      control: plan.facts.find((one) => one.name === name)?.control,
      text: after,
    })),
    ...rows.flatMap(({ part, after }) =>
      after ? part.shown.map(({ column, control }) => ({ control, text: after.cells[column] ?? '' })) : [],
    ),
  ]
  const names = texts.flatMap(({ control, text }) => {
    const { name, id } = recordIn(text)
    return control?.is === 'record' && id === 'new' ? name : []
  })
  return names.length === 0 ? nothing : html`<p><strong>${who.newHere(format.list([...new Set(names)]))}</strong></p>`
}

/** What a form changes, as a list in words. */
export function changeList(context: PageContext, stored: Stored, { fields, rows, moved }: Comparison): Html {
  const { edit } = context.texts
  return html`<dl class="edit-changes">
${fields.map((change) => html`<div>${fieldChange(context, stored, change)}</div>`)}
${rows.map((change) => html`<div>${rowChange(context, stored, change)}</div>`)}
${moved.map(({ part }) => html`<div><dt>${partTitle(context, part)}</dt><dd>${edit.orderChanges}</dd></div>`)}
</dl>`
}

type OfPlan = Pick<Stored, 'plan'>

export const fieldChange = (context: PageContext, of: OfPlan, { name, before, after }: FieldChange): Html => html`
<dt>${nameOfField(context, of, name)}</dt><dd>${difference(context, of, name, before, after)}</dd>`

/** A record that is made together with another: how a form says so, and numbers that stand for ids in what waits. */
const newRecord = / #(new|9007\d{12})$/

/** A value as people read it in a list of changes. */
export function inWords(
  context: PageContext,
  scope: string,
  column: string,
  control: Control | undefined,
  text: string,
): string {
  const { edit } = context.texts
  if (control?.is === 'record' && newRecord.test(text)) return edit.isNew(text.replace(newRecord, ''))
  if (control?.is === 'flag') return text === '' ? edit.no : edit.yes
  if (control?.is === 'choice') return valueLabel(context, { scope, column }, text)
  return control ? codeInWords(context, control, text) : text
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** Days, countries and languages as people write them. What is none of them stands as it was typed. */
function codeInWords(context: PageContext, control: Control, text: string): string {
  const { format } = context
  if (control.is === 'country') return format.country(text)
  if (control.is === 'language') return languageName(context, text)
  if (control.is === 'day' || control.is === 'moment') return isDay(text) ? format.date(text) : text
  if (control.is !== 'list' || control.of === 'texts' || control.of === 'numbers') return text
  const nameOf = (code: string) => (control.of === 'countries' ? format.country(code) : languageName(context, code))
  return text.split(', ').map(nameOf).join(', ')
}

function difference(context: PageContext, { plan }: OfPlan, name: string, before: string, after: string): Html {
  const { edit } = context.texts
  const fact = plan.facts.find((one) => one.name === name)
  const column = name.split('.').at(-1) ?? ''
  const words = (text: string) => inWords(context, plan.of, column, fact?.control, text)
  const [old, fresh] = [words(before), words(after)]
  // A choice that nobody has made has words, too.
  const wasOpen = fact?.control.is === 'choice' && (before === '' || old === edit.unknownValue)
  if (old === '' || wasOpen) return html`<ins>${fresh}</ins>`
  if (fresh === '') return html`<del>${old}</del> → ${edit.nothing}`
  const isText = fact === undefined || fact.control.is === 'long' || fact.control.is === 'text'
  return isText ? wordDifference(old, fresh) : html`<del>${old}</del> → <ins>${fresh}</ins>`
}

export function rowChange(context: PageContext, of: OfPlan, { part, before, after }: Omit<RowChange, 'index'>): Html {
  const { edit } = context.texts
  const title = partTitle(context, part.part)
  if (!before) return html`<dt>${title}, ${edit.added}</dt><dd><ins>${rowText(context, of, part, after)}</ins></dd>`
  if (!after)
    return html`<dt>${title}, ${edit.removed}</dt>
<dd><del>${rowText(context, of, part, before)}</del></dd>`
  const both = columnsOfRow(of.plan.of, part, after.group).map(({ column, control }) => {
    const words = (row: Row) => inWords(context, part.part, column, control, row.cells[column] ?? '')
    const [old, fresh] = [words(before), words(after)]
    const label = labelOf(context, part.part, column)
    if (old === fresh) return fresh === '' || control.is === 'flag' ? nothing : html`<li>${label}: ${fresh}</li>`
    return html`<li>${label}: <del>${old}</del> → <ins>${fresh}</ins></li>`
  })
  return html`<dt>${title}</dt><dd><ul>${both}</ul></dd>`
}

/** An entry in one line. */
export function rowText(context: PageContext, { plan }: OfPlan, part: PartPlan, row: Row | undefined): string {
  if (!row) return context.texts.edit.nothing
  const said = columnsOfRow(plan.of, part, row.group).flatMap(({ column, control }) => {
    const text = inWords(context, part.part, column, control, row.cells[column] ?? '')
    return control.is === 'flag' || column === 'order' || text === '' ? [] : [text]
  })
  return said.join(' · ')
}

function question(context: PageContext, stored: Stored, { name, part, mine, theirs }: Conflict): Html {
  const { edit } = context.texts
  const shown = (value: Row | string | undefined) => {
    if (part && typeof value !== 'string') return value ? rowText(context, stored, part, value) : edit.removed
    return String(value ?? '')
  }
  return conflictQuestion(context, name, nameOfField(context, stored, name), shown(mine), shown(theirs))
}

/** Asks whose value counts. */
export function conflictQuestion(
  { texts: { edit } }: PageContext,
  name: string,
  title: string,
  mine: string,
  theirs: string,
): Html {
  // Keys of entries have characters that no id has.
  const id = `c.${digestOf(name)}`
  const choice = (value: 'mine' | 'theirs', label: string, said: string) => html`
<div class="choice"><input type="radio" id="${id}.${value}" name="c.${name}" value="${value}">
<label for="${id}.${value}"><strong>${label}:</strong> ${said || edit.nothing}</label></div>`
  return html`<fieldset class="field"><legend>${title}</legend>
${choice('mine', edit.mine, mine)}${choice('theirs', edit.theirs, theirs)}</fieldset>`
}
