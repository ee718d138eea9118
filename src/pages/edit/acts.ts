import type { PartName } from '#src/catalogue/kinds.ts'
import type { PageContext } from '../page.ts'
import { tagFrom } from '../record-form/codes.ts'
import { columnsOfRow, type PartPlan } from '../record-form/plan.ts'
import { firstRows, moreRows, openLanguage, openRows, type Stored } from '../record-form/stored.ts'
import {
  countRows,
  isTag,
  maxOpenLanguages,
  maxOpenRows,
  type Row,
  rowsOf,
  type Typed,
  tagsIn,
} from '../record-form/typed.ts'
import { idPasted, videoPasted } from './pasted-ids.ts'

type Act = { what: string; about: readonly string[]; sent: ReadonlyMap<string, string> }
type Outcome = { errors: Record<string, string>; open: Set<string> }

/** What the buttons of a form do to it, besides looking and saving: nothing is written. */
export function changeForm(context: PageContext, stored: Stored, typed: Typed, { what, about, sent }: Act): Outcome {
  const [name = '', place = ''] = about
  const part = stored.plan.parts.find((one) => one.part === name)
  if (what === 'open') return open(context, stored, typed, name || (tagFrom(sent.get('language') ?? '') ?? ''))
  if (!part) return { errors: {}, open: new Set(['facts']) }
  const rows = rowsOf(typed, part.part)
  const section = `p.${part.part}`
  const errors: Record<string, string> = {}
  const meant = rows.findIndex(({ sentAt }) => String(sentAt) === place)
  // Who adds an entry sees those that are there already.
  if ((what === 'add' || what === 'paste') && rows.length === 0) openRows(stored, typed, part, firstRows)
  if (grows.has(what) && countRows(typed) + moreRows > maxOpenRows) {
    errors[section] = context.texts.edit.tooManyRows(maxOpenRows)
    return { errors, open: new Set([section]) }
  }
  if (what === 'add') rows.push(blankRow(stored, part, place))
  if (what === 'more') openRows(stored, typed, part, rows.length === 0 ? firstRows : moreRows)
  if (what === 'remove' && meant >= 0) rows.splice(meant, 1)
  if (what === 'up' || what === 'down') move(rows, meant, what === 'up' ? -1 : 1)
  if (what === 'paste') {
    const text = sent.get(`paste.${part.part}`) ?? ''
    const cells = part.part === 'videos' ? videoPasted(text) : idPasted(text)
    if (cells) addRow(stored, typed, part.part, cells)
    else errors[`paste.${part.part}`] = context.texts.edit.notUnderstood
  }
  return { errors, open: new Set([section]) }
}

/** What adds rows to a form. */
const grows: ReadonlySet<string> = new Set(['add', 'more', 'paste'])

/** Adds a row of which something is known. */
export function addRow(stored: Stored, typed: Typed, name: PartName, cells: Readonly<Record<string, string>>): void {
  const part = stored.plan.parts.find((one) => one.part === name)
  if (!part) return
  const blank = blankRow(stored, part, '')
  rowsOf(typed, name).push({ ...blank, cells: { ...blank.cells, ...cells } })
}

function open({ texts: { edit } }: PageContext, stored: Stored, typed: Typed, tag: string): Outcome {
  const errors: Record<string, string> = {}
  if (!isTag(tag) || stored.plan.texts.length === 0) errors.language = edit.languageWrong
  else if (tagsIn(typed).length >= maxOpenLanguages) errors.language = edit.tooManyLanguages(maxOpenLanguages)
  else openLanguage(stored, typed, tag)
  return { errors, open: new Set(['texts']) }
}

function blankRow({ plan }: Stored, part: PartPlan, group: string): Row {
  const known = part.groups.some(({ value }) => value === group) ? group : (part.groups[0]?.value ?? '')
  const cells = columnsOfRow(plan.of, part, known).map(({ column }) => [column, ''])
  return { key: undefined, group: known, cells: Object.fromEntries(cells) }
}

/** Moves a row before or behind its neighbour of the same list. */
function move(rows: Row[], index: number, step: -1 | 1) {
  const row = rows[index]
  if (!row) return
  let other = index + step
  while (rows[other] && rows[other]?.group !== row.group) other += step
  const neighbour = rows[other]
  if (!neighbour) return
  rows[index] = neighbour
  rows[other] = row
}
