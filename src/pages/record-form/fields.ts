import type { Kind } from '#src/catalogue/kinds.ts'
import { dialects } from '#src/contract/dialects.ts'
import { described, type Filled } from '../components/form.ts'
import { countryNames, languageNames } from '../discover/choices.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext, RenderContext } from '../page.ts'
import { type Control, makeable, maxLineLength, recordText } from './controls.ts'
import type { Stored } from './stored.ts'

/** Letters of a text that fit in a line of a field, and the most lines that it has at first. */
const lettersInLine = 90
const mostLines = 14

/** A field of the form: its name there, and what it is of. */
type FieldOf = {
  name: string
  /** The kind or part, and the column. */
  scope: string
  column: string
  control: Control
  /** In a row fields have no hints: they stand once above the rows. */
  isInRow?: boolean
  lang?: string
  more?: Html
  isRequired?: boolean
}

export const labelOf = ({ texts: { edit } }: Pick<RenderContext, 'texts'>, scope: string, column: string): string =>
  edit.columns[`${scope}.${column}`] ?? edit.columns[column] ?? column.replaceAll('_', ' ')

export const tagLabel = ({ format }: PageContext, tag: string): string => {
  const [language = '', country = ''] = tag.split('-')
  return `${format.language(language)} (${format.country(country)})`
}

export const partTitle = ({ texts: { edit } }: Pick<PageContext, 'texts'>, part: string): string =>
  edit.parts[part] ?? part.replaceAll('_', ' ')

/** The label of any field of the form, for what changes and what is wrong. */
export function nameOfField(context: PageContext, { plan }: Pick<Stored, 'plan'>, name: string): string {
  const [sort, middle = '', third = ''] = name.split('.')
  if (sort === 'v') return labelOf(context, plan.of, middle)
  if (sort === 't') return `${labelOf(context, plan.of, third)}, ${tagLabel(context, middle)}`
  return sort === 'p' ? partTitle(context, middle) : ''
}

export function valueLabel(
  { texts, config }: Pick<PageContext, 'texts' | 'config'>,
  { scope, column }: Pick<FieldOf, 'scope' | 'column'>,
  value: string,
): string {
  const { edit, words } = texts
  const { systems } = texts.catalogue
  const { values } = edit
  const precision = column.endsWith('_precision') ? values[`precision.${value}`] : undefined
  const known = values[`${scope}.${column}.${value}`] ?? values[`${column}.${value}`] ?? precision
  if (known !== undefined) return known
  if (value === '') return edit.unknownValue
  if (column === 'external_source')
    return dialects[config.dialect].systemName(value) ?? (systems as Readonly<Record<string, string>>)[value] ?? value
  const { department } = words
  const lists = {
    status: words.status,
    type: words.seriesType,
    known_for_department: department,
    department,
    job: words.job,
  }
  return (lists as Record<string, Readonly<Record<string, string>>>)[column]?.[value] ?? value
}

/** What a field needs to be said beside its label; lists to choose from need nothing. */
export function hintOf(
  { texts: { edit } }: Pick<RenderContext, 'texts'>,
  control: Control,
  isInRow: boolean,
): string | undefined {
  const { hints } = edit
  if (!isInRow && (control.is === 'country' || control.is === 'language')) return undefined
  if (control.is === 'list') return hints[control.of]
  if (control.is === 'record' && control.of === 'genre') return undefined
  if (control.is === 'record') return makeable.has(control.of) ? hints.recordOrNew : hints.record
  if (control.is in hints) return hints[control.is as keyof typeof hints]
  return undefined
}

/** A field with its label, what is wrong with it, and where its value comes from. */
export function fieldOf(context: PageContext, filled: Filled, field: FieldOf, choices: Choices): Html {
  const { name, scope, column, control, isInRow, more, isRequired } = field
  const hint = isInRow ? undefined : hintOf(context, control, false)
  const label = labelOf(context, scope, column)
  const draw = (bound: Html) => html`${controlFor(context, filled, field, bound, choices)}${more}`
  if (control.is === 'flag') return flag(filled, { name, label, ...(more && { more }) })
  return described(context, filled, { name, label, ...(hint && { hint }), ...(isRequired && { isRequired }) }, draw)
}

/** Words of small vocabularies, to choose from. */
export type Choices = Readonly<Partial<Record<string, readonly { id: number; name: string }[]>>>

const flag = (
  { values, errors }: Filled,
  { name, label, more }: { name: string; label: string; more?: Html },
): Html => html`
<div class="${errors[name] ? 'field field-wrong' : 'field'}">
${errors[name] && html`<p class="field-error" id="${name}-error">${errors[name]}</p>`}
<div class="choice"><input type="checkbox" id="${name}" name="${name}"${values[name] && html` checked`}>
<label for="${name}">${label}</label></div>${more}
</div>`

function controlFor(context: PageContext, { values }: Filled, field: FieldOf, bound: Html, choices: Choices): Html {
  const { control, lang } = field
  const text = values[field.name] ?? ''
  const tongue = lang && html` lang="${lang}"`
  if (!field.isInRow && control.is === 'country')
    return select(text, codesOf(context, countryNames(context), text), bound)
  if (!field.isInRow && control.is === 'language')
    return select(text, codesOf(context, languageNames(context), text), bound)
  if (control.is === 'choice') return select(text, optionsOf(context, field, control.options, text), bound)
  if (control.is === 'record' && control.of === 'genre') {
    const options = (choices.genre ?? []).map(({ id, name }): Option => [recordText(name, id), name])
    return select(text, [['', context.texts.edit.unknownValue], ...options], bound)
  }
  if (isLong(field, text))
    return html`<textarea ${bound}${tongue} rows="${linesOf(control, text)}"${
      control.is === 'long' && html` maxlength="${control.mostLetters}"`
    }>
${text}</textarea>`
  return html`<input ${bound}${tongue} value="${text}"${attributesOf(control)}>`
}

type Option = readonly [value: string, label: string]

const select = (chosen: string, options: readonly Option[], bound: Html): Html => html`
<select ${bound}>${options.map(([value, label]) => {
  const own = value === label ? nothing : html` value="${value}"`
  return html`<option${own}${value === chosen && html` selected`}>${label}</option>`
})}</select>`

/** All countries or languages by their names, and what is stored. */
function codesOf({ texts: { edit, catalogue } }: RenderContext, known: readonly Option[], text: string): Option[] {
  const label = text === 'xx' ? catalogue.noLanguage : text
  const other: Option[] = text === '' || known.some(([code]) => code === text) ? [] : [[text, label]]
  return [['', edit.unknownValue], ...other, ...known]
}

/** What is stored may be something else than the list has. */
function optionsOf(context: PageContext, field: FieldOf, options: readonly string[], text: string): Option[] {
  // A number that means "not stated" is one of the list.
  const all = [...new Set([...(options.includes('0') ? [] : ['']), ...options, text])]
  return all.map((value) => [value, valueLabel(context, field, value)])
}

/** Columns of prose; other texts have several lines only if they are long. */
const prose: ReadonlySet<string> = new Set(['overview', 'biography', 'description'])

function isLong({ control, column }: FieldOf, text: string): boolean {
  if (control.is === 'groups' || control.is === 'structure') return true
  if (control.is === 'list') return control.of === 'texts'
  return control.is === 'long' && (prose.has(column) || text.length > lettersInLine || text.includes('\n'))
}

const linesOf = ({ is }: Control, text: string): number => {
  const lines = text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / lettersInLine), 0)
  return Math.min(Math.max(lines, is === 'long' ? 3 : 2), mostLines)
}

function attributesOf(control: Control): Html {
  const { is } = control
  if (is === 'day') return html` type="date" max="9999-12-31"`
  if (is === 'number') return html` inputmode="decimal" autocomplete="off" maxlength="20"`
  if (is === 'country' || is === 'language')
    return html` list="${is === 'country' ? 'countries' : 'languages'}" maxlength="60" size="12" autocomplete="off"`
  if (is === 'record' && control.of === 'provider') return html` list="providers" autocomplete="off"`
  if (is === 'record') return html` maxlength="${maxLineLength}" autocomplete="off" data-names="${control.of}"`
  return html` type="text" maxlength="${is === 'text' ? control.mostLetters : maxLineLength}"`
}

/** Words that fields refer to, once for the whole form; the names of countries and languages come when asked for. */
export const lists = ({ provider = [] }: Choices): Html =>
  html`${
    provider.length > 0 &&
    html`<datalist id="providers">${provider.map(
      ({ id, name }) => html`<option value="${recordText(name, id)}"></option>`,
    )}</datalist>`
  }`

/** What a form for a new record has no place for, and where that is done later. */
export const laterHint = ({ texts: { edit, pictures } }: PageContext, kind: Kind, isNewMember: boolean): Html => html`
${kind === 'season' && html`<p class="hint">${edit.episodesNext}</p>`}
<p class="hint">${isNewMember ? pictures.onceAccepted : pictures.onceSaved}</p>`
