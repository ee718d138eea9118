import { described, type Filled } from '../components/form.ts'
import { html } from '../html.ts'
import type { RenderContext } from '../page.ts'

/** The day on which something was watched; none is known where it stays empty. A script fills in that of the reader. */
export const dayField = (context: RenderContext, filled: Filled, hint = context.texts.diary.dayHint) =>
  described(context, filled, { name: 'on', label: context.texts.diary.day, hint }, (bound) => {
    const isFresh = Object.keys(filled.errors).length === 0
    return html`<input type="date" ${bound} value="${filled.values.on ?? ''}" min="1888-01-01"${
      isFresh && html` data-today`
    }>`
  })
