import type { FillInput } from '#src/import/filling/fill-job.ts'
import { formats } from '#src/import/formats/index.ts'
import { checkbox, type Filled, selectField, textField } from '../../components/form.ts'
import { type Html, html } from '../../html.ts'
import type { RenderContext } from '../../page.ts'

/** The fields of a form that say how files are read. */
export const optionFields = ['format', 'language', 'columns', 'creates'] as const
type Sent = Readonly<Record<(typeof optionFields)[number], string>>
type Options = Pick<FillInput, 'format' | 'language' | 'columns' | 'creates'>

/** The longest text that maps columns. */
export const maxColumnsLength = 1_000

const names = ['auto', ...formats.map(({ name }) => name)]

/** What was chosen, or what is wrong with it. */
export function optionsIn({ texts: { fill } }: RenderContext, sent: Sent): Options | { errors: Filled['errors'] } {
  const language = sent.language.trim()
  const columns = sent.columns.trim()
  const errors: Record<string, string> = {}
  if (!/^([a-z]{2}(-[A-Z]{2})?)?$/.test(language)) errors.language = fill.languageWrong
  if (columns.length > maxColumnsLength || columns.includes('\0')) errors.columns = fill.columnsWrong(maxColumnsLength)
  if (Object.keys(errors).length > 0) return { errors }
  return { format: names.includes(sent.format) ? sent.format : 'auto', language, columns, creates: sent.creates !== '' }
}

export const optionControls = (context: RenderContext, filled: Filled): Html => {
  const { fill } = context.texts
  return html`
${selectField(context, filled, {
  name: 'format',
  label: fill.format,
  options: names.map((name) => [name, fill.formats[name] ?? name]),
})}
${textField(context, filled, { name: 'language', label: fill.language, hint: fill.languageHint, maxLength: 5 })}
${textField(context, filled, {
  name: 'columns',
  label: fill.columns,
  hint: fill.columnsHint,
  maxLength: maxColumnsLength,
})}
${checkbox(context, filled, { name: 'creates', label: fill.creates, hint: fill.createsHint })}`
}
