import { isListName, maxListDescription, maxListName } from '#src/contributions/lists/lists.ts'
import { tidyListText } from '#src/contributions/lists/writes.ts'
import { type Filled, textArea, textField } from '../components/form.ts'
import { type Html, html } from '../html.ts'
import type { RenderContext } from '../page.ts'

/** Of a longer description the form says itself that it is too long, up to here. */
export const longFields = { description: 2 * maxListDescription }

type Typed = { name: string; description: string }

/** What is wrong with the texts of a list, by field. */
export function faultsOf({ texts: { lists } }: RenderContext, typed: Typed): Record<string, string> {
  const { name, description } = tidyListText(typed)
  return {
    ...(!isListName(name) && { name: lists.nameWrong(maxListName) }),
    ...(description.length > maxListDescription && { description: lists.descriptionWrong(maxListDescription) }),
  }
}

/** The fields for the texts of a list. */
export const textFields = (context: RenderContext, filled: Filled): Html => {
  const { lists } = context.texts
  return html`
${textField(context, filled, { name: 'name', label: lists.name, isRequired: true, maxLength: maxListName })}
${textArea(context, filled, { name: 'description', label: lists.description, maxLength: maxListDescription })}`
}
