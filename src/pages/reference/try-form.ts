import { type DialectName, dialects } from '#src/contract/dialects.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { type Html, html } from '../html.ts'
import type { RenderContext } from '../page.ts'
import type { OperationPlace, Parameter, Schema } from './contract.ts'
import { bodyOf, valuesOf } from './example.ts'
import { exampleFor } from './requests.ts'

/** What belongs to whoever sends the request, and stands in no example. */
const sessionNames: Readonly<Record<string, string>> = wordTable({ session: 'session_id', guest: 'guest_session_id' })

/**
 * A form that sends the request of an operation and shows the reply. A small script does it, because the key must not
 * stand in an address of the browser; without it the page says so.
 */
export function tryForm(
  context: RenderContext,
  place: OperationPlace,
  shapes: ReadonlyMap<string, Schema>,
  dialect: DialectName,
): Html {
  const { reference } = context.texts
  const { operation, method, path } = place
  const example = exampleFor(operation.operationId)
  const values = valuesOf(place, example, shapes, dialects[dialect])
  const body = bodyOf(place, example, shapes)
  const sessions = operation.security.flatMap((scheme) => Object.keys(scheme).map((name) => sessionNames[name]))
  const secrets = Object.values(sessionNames).filter((name) => sessions.includes(name))
  return html`
<section class="part"><h2 id="try">${reference.tryIt}</h2>
<noscript><p class="hint">${reference.tryNeedsScript}</p></noscript>
<form class="form try" data-method="${method}" data-path="${path}" data-failed="${reference.failed}" hidden>
${field('try-key', reference.key, secretInput(html`id="try-key"`), reference.keyHint)}
<p class="choice"><input type="checkbox" id="try-fill" autocomplete="off"><label for="try-fill">${
    reference.fillKey
  }</label></p>
${secrets.map((name) =>
  field(
    `try-${name}`,
    name,
    secretInput(html`id="try-${name}" data-in="query" data-name="${name}"`),
    reference.sessionHint,
  ),
)}
${operation.parameters.map((parameter) => parameterField(parameter, values.get(parameter) ?? ''))}
${
  body !== undefined &&
  field('try-body', reference.body, html`<textarea id="try-body" rows="8" spellcheck="false">${body}</textarea>`)
}
<p class="actions"><button class="button primary">${reference.send}</button></p>
<p class="note" role="status"></p>
<pre tabindex="0" role="group" aria-label="${reference.reply}" hidden><code></code></pre>
</form></section>`
}

const secretInput = (bound: Html): Html => html`<input ${bound} type="password" autocomplete="off" spellcheck="false">`

const field = (id: string, label: string, control: Html, hint = ''): Html =>
  html`<div class="field"><label for="${id}">${label}</label>${control}${
    hint && html`<p class="hint">${hint}</p>`
  }</div>`

function parameterField(parameter: Parameter, value: string): Html {
  const { name, schema, required } = parameter
  const id = `try-${parameter.in}-${name}`
  const bound = html`id="${id}" data-in="${parameter.in}" data-name="${name}"${required && html` required`}`
  const words = schema.type === 'boolean' ? ['true', 'false'] : schema.enum?.map(String)
  const control = words
    ? html`<select ${bound}>${!required && html`<option value=""></option>`}${words.map(
        (word) => html`<option${word === value && html` selected`}>${word}</option>`,
      )}</select>`
    : html`<input ${bound} autocomplete="off" spellcheck="false" value="${value}">`
  return field(id, name, control)
}
