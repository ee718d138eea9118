import { type Html, html, nothing } from '../html.ts'
import type { PageContext } from '../page.ts'
import type { Comparison, Conflict } from '../record-form/compare.ts'
import { recordIn } from '../record-form/controls.ts'
import { nameOfField, partTitle } from '../record-form/fields.ts'
import { fieldChange, rowChange, rowText } from '../record-form/in-words.ts'
import type { Stored } from '../record-form/stored.ts'
import { digestOf, type Row } from '../record-form/typed.ts'
import { sendButtons } from './draw.ts'
import type { Edited } from './edited-record.ts'

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
function newNames(
  { texts: { namesInForms }, format }: PageContext,
  { plan }: Stored,
  { fields, rows }: Comparison,
): Html {
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
  return names.length === 0
    ? nothing
    : html`<p><strong>${namesInForms.newHere(format.list([...new Set(names)]))}</strong></p>`
}

/** What a form changes, as a list in words. */
function changeList(context: PageContext, stored: Stored, { fields, rows, moved }: Comparison): Html {
  const { edit } = context.texts
  return html`<dl class="edit-changes">
${fields.map((change) => html`<div>${fieldChange(context, stored, change)}</div>`)}
${rows.map((change) => html`<div>${rowChange(context, stored, change)}</div>`)}
${moved.map(({ part }) => html`<div><dt>${partTitle(context, part)}</dt><dd>${edit.orderChanges}</dd></div>`)}
</dl>`
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
