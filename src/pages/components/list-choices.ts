import { type Html, html, nothing } from '../html.ts'
import type { RenderContext } from '../page.ts'

type Option = readonly [value: string, name: string]

/** One thing to choose: the name of its parameter, its label, and what there is. */
export type ListChoice = { name: string; label: string; options: readonly Option[]; value: string }

/**
 * A form above a list that says what of it is shown, and in which order; it works without a script. What leaves nothing
 * to choose is left out. `id` tells several forms of a page apart.
 */
export function listChoices(
  { texts: { catalogue } }: RenderContext,
  { id, action, choices }: { id: string; action: string; choices: readonly ListChoice[] },
): Html {
  const open = choices.filter(({ options }) => options.length > 1)
  if (open.length === 0) return nothing
  const field = ({ name, label, options, value }: ListChoice) => html`
<div class="field"><label for="${id}-${name}">${label}</label>
<select id="${id}-${name}" name="${name}">${options.map(
    ([option, text]) => html`
<option value="${option}"${option === value && html` selected`}>${text}</option>`,
  )}</select></div>`
  return html`
<form class="list-choices" action="${action}">${open.map(field)}
<button class="button">${catalogue.show}</button></form>`
}
