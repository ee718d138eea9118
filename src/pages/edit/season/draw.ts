import { errorSummary, type Filled, textArea } from '../../components/form.ts'
import { smallHead } from '../../components/small-head.ts'
import { formTokenField } from '../../form-token.ts'
import { type Html, html } from '../../html.ts'
import type { PageContext, PageView } from '../../page.ts'
import { labelOf } from '../../record-form/fields.ts'
import { wordDifference } from '../../record-form/words.ts'
import { draftOffer, draftsOf, endSection, openedRecord, sendButtons } from '../draw.ts'
import { conflictQuestion } from '../summary.ts'
import type { Season } from './pages.ts'
import { digestOfTable, isUnchanged, type Table, type TableComparison, tableColumns, tableField } from './table.ts'

type ShownTable = {
  table: Table
  sent?: ReadonlyMap<string, string>
  errors?: Readonly<Record<string, string>>
  comparison?: TableComparison
  message?: Html
  http?: number
  /** It is opened anew, and nothing was sent. */
  isOpened?: boolean
  /** What it changes is locked, as the message says. */
  isLocked?: boolean
}

/** The table of all episodes of a season. */
export function drawTable(context: PageContext, season: Season, shown: ShownTable): PageView {
  const { table, sent = new Map(), errors = {}, comparison, message, http, isLocked } = shown
  const { edit } = context.texts
  const isWrong = isLocked || Object.keys(errors).length > 0 || (comparison?.conflicts.length ?? 0) > 0
  const seen = comparison && !isUnchanged(comparison) && !isWrong ? digestOfTable(comparison) : ''
  const besides = ['note', 'source_url', 'pasted'].map((name) => [name, sent.get(name) ?? ''])
  const drafts = draftsOf(context, `episodes of season ${season.id}`, !shown.isOpened)
  const filled = { values: { ...valuesOf(table), ...Object.fromEntries(besides) }, errors }
  return {
    title: edit.episodesOf(season.name),
    isPrivate: true,
    scripts: ['edit.js'],
    ...(http && { http }),
    main: html`
${smallHead(context, season, edit.episodesOf(season.name))}
${draftOffer(context)}
${message}
${errorSummary(context, filled)}
<form class="edit-form" method="post" action="${season.action}" novalidate data-edit${drafts}>
<input type="hidden" name="${formTokenField}" value="${context.formToken}">
<input type="hidden" name="was" value="${JSON.stringify(Object.fromEntries(table.typed.was))}">
<input type="hidden" name="seen" value="${seen}">
<input type="hidden" name="read" value="${sent.get('read') ?? ''}">
${openedRecord(season.id)}
<button class="unseen" name="act" value="look" tabindex="-1" aria-hidden="true">${edit.look}</button>
${comparison && summary(context, season, comparison, seen)}
<details class="edit-section" id="paste"${(errors.pasted || isEmpty(season, table)) && html` open`}>
<summary><h2>${edit.pasteEpisodes}</h2></summary>
${textArea(context, filled, { name: 'pasted', label: edit.pastedLines, hint: edit.pastedHint, rows: 6 })}
<p><button class="button" name="act" value="paste" formaction="${season.action}#changes">${edit.fillIn}</button></p>
</details>
${rows(context, filled, season, table)}
<p><button class="button" name="act" value="add" formaction="${season.action}#episodes">${edit.addEpisode}</button></p>
${endSection(context, filled, seen, season.isNew)}
</form>`,
  }
}

/** A season without episodes is filled most quickly from a text. */
const isEmpty = ({ episodes }: Season, { added }: Table): boolean => episodes.length === 0 && added.length === 0

function valuesOf({ typed, added }: Table): Record<string, string> {
  const values: Record<string, string> = Object.fromEntries(typed.fields)
  for (const [index, row] of added.entries())
    for (const [column, text] of Object.entries(row)) values[`n.${index}.${column}`] = text
  return values
}

function rows(context: PageContext, filled: Filled, season: Season, { added }: Table): Html {
  const { edit, catalogue } = context.texts
  const head = tableColumns.map((column) => html`<th scope="col">${labelOf(context, 'episode', column)}</th>`)
  const known = season.episodes.map(
    ({ id, episode_number }) =>
      html`<tr><th scope="row">${episode_number}</th>${tableColumns.map((column) => {
        const label = `${labelOf(context, 'episode', column)}, ${catalogue.episode(episode_number)}`
        return cell(filled, tableField(id, column), label, column)
      })}</tr>`,
  )
  const fresh = added.map((_row, index) => {
    const label = (column: string) => `${labelOf(context, 'episode', column)}, ${edit.row(edit.newEpisode, index + 1)}`
    const number = cell(
      filled,
      `n.${index}.number`,
      `${edit.number}, ${edit.row(edit.newEpisode, index + 1)}`,
      'number',
    )
    return html`<tr>${number}${tableColumns.map((column) =>
      cell(filled, `n.${index}.${column}`, label(column), column),
    )}</tr>`
  })
  return html`<div class="edit-table" id="episodes"><table>
<thead><tr><th scope="col">${edit.number}</th>${head}</tr></thead><tbody>${known}${fresh}</tbody></table></div>`
}

function cell({ values, errors }: Filled, name: string, label: string, column: string): Html {
  const error = errors[name]
  const type = column === 'air_date' ? 'date' : 'text'
  const isNumber = column === 'runtime' || column === 'number'
  const title = label.split(',')[0]
  const head = html`<td class="cell-${column}" data-label="${title}">
${error && html`<p class="field-error" id="${name}-error">${error}</p>`}`
  const wrong = error && html` aria-invalid="true" aria-describedby="${name}-error"`
  if (column === 'overview')
    return html`${head}
<textarea id="${name}" name="${name}" rows="1" aria-label="${label}" placeholder="${title}"${wrong}>
${values[name] ?? ''}</textarea></td>`
  return html`${head}
<input type="${type}" id="${name}" name="${name}" value="${values[name] ?? ''}" aria-label="${label}"
 placeholder="${title}"${isNumber && html` inputmode="numeric" maxlength="6"`}${wrong}></td>`
}

/** What the table changes, in words, and what somebody else has changed meanwhile. */
function summary(context: PageContext, season: Season, comparison: TableComparison, seen: string): Html {
  const { edit, catalogue } = context.texts
  const { fields, added, conflicts } = comparison
  const numbers = new Map(season.episodes.map(({ id, episode_number }) => [String(id), episode_number]))
  const title = (name: string) => {
    const [, id = '', column = ''] = name.split('.')
    return `${catalogue.episode(numbers.get(id) ?? 0)}, ${labelOf(context, 'episode', column)}`
  }
  return html`
${
  conflicts.length > 0 &&
  html`
<section class="edit-conflicts" role="alert"><h2>${edit.conflicts}</h2><p>${edit.conflictsHint}</p>
${conflicts.map(({ name, mine, theirs }) => conflictQuestion(context, name, title(name), `${mine}`, `${theirs}`))}
</section>`
}
<section class="edit-summary" aria-labelledby="changes"><h2 id="changes">${edit.changes}</h2>
<p>${isUnchanged(comparison) ? edit.noChanges : seen === '' ? edit.settleFirst : edit.changesHint}</p>
<dl class="edit-changes">${fields.map(
    ({ name, before, after }) =>
      html`<div><dt>${title(name)}</dt><dd>${
        name.endsWith('.name')
          ? wordDifference(before, after)
          : html`<del>${before}</del> <ins>${after || edit.nothing}</ins>`
      }</dd></div>`,
  )}${added.map(
    (row) => html`<div><dt>${catalogue.episode(Number(row.number))}, ${edit.added}</dt>
<dd><ins>${tableColumns.flatMap((column) => row[column] || []).join(' · ')}</ins></dd></div>`,
  )}</dl>
${seen !== '' && html`<p class="actions">${sendButtons(context, seen)}</p>`}
</section>`
}
