import { languageName } from '../components/languages.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext } from '../page.ts'
import type { FieldChange, RowChange } from './compare.ts'
import type { Control } from './controls.ts'
import { labelOf, nameOfField, partTitle, valueLabel } from './fields.ts'
import { columnsOfRow, type PartPlan } from './plan.ts'
import type { Stored } from './stored.ts'
import type { Row } from './typed.ts'
import { wordDifference } from './words.ts'

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
