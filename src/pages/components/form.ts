import { formTokenField } from '../form-token.ts'
import { type Html, html, nothing } from '../html.ts'
import type { RenderContext } from '../page.ts'

/** What was typed into a form and what is wrong with it, by field. */
export type Filled = {
  values: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
}

export const blank: Filled = { values: {}, errors: {} }

/** A form that is posted to this server, with its token. */
export const form = ({ formToken }: RenderContext, action: string, content: Html, className = 'form'): Html => html`
<form class="${className}" method="post" action="${action}" novalidate>
<input type="hidden" name="${formTokenField}" value="${formToken}">
${content}
</form>`

type ButtonForm = { fields?: Record<string, string | number>; className?: string; id?: string }

/** A form with a single button, for what takes one step; `fields` are hidden. */
export const buttonForm = (
  context: RenderContext,
  action: string,
  label: Html | string,
  { fields = {}, className = 'button', id }: ButtonForm = {},
): Html =>
  form(
    context,
    action,
    html`${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="${className}"${id && html` id="${id}"`}>${label}</button>`,
    'button-form',
  )

/**
 * On top of a form that was filled in wrongly: what is wrong, with a link to each field. In a long form the name of the
 * field stands before it.
 */
export function errorSummary(
  { texts }: RenderContext,
  { errors }: Filled,
  labelOf: (name: string) => string = () => '',
): Html {
  const faults = Object.entries(errors)
  if (faults.length === 0) return nothing
  return html`
<div class="error-summary" role="alert" aria-labelledby="error-summary-title" tabindex="-1">
<h2 id="error-summary-title">${texts.common.faults(faults.length)}</h2>
<ul>${faults.map(
    ([name, fault]) => html`<li><a href="#${name}">${[labelOf(name), fault].filter(Boolean).join(': ')}</a></li>`,
  )}</ul>
</div>`
}

const requiredMark = ({ common }: RenderContext['texts']): Html =>
  html` <span class="required">${common.required}</span>`

type Described = { name: string; label: string; hint?: string; isRequired?: boolean }

/** Label, hint and error around a control; `control` gets the attributes that refer to them. */
export function described(
  { texts }: RenderContext,
  { errors }: Filled,
  { name, label, hint, isRequired }: Described,
  control: (bound: Html) => Html,
): Html {
  const error = errors[name]
  const notes = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  const bound = html`id="${name}" name="${name}"${notes && html` aria-describedby="${notes}"`}${
    error && html` aria-invalid="true"`
  }${isRequired && html` required`}`
  return html`
<div class="${error ? 'field field-wrong' : 'field'}">
<label for="${name}">${label}${isRequired && requiredMark(texts)}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${error && html`<p class="field-error" id="${name}-error">${error}</p>`}
${control(bound)}
</div>`
}

type TextField = Described & {
  type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'search' | 'date'
  autocomplete?: string
  maxLength?: number
}

/** One line of text. What was typed is shown again, except passwords. */
export const textField = (context: RenderContext, filled: Filled, field: TextField): Html => {
  const { name, type = 'text', autocomplete, maxLength } = field
  const value = type === 'password' ? '' : (filled.values[name] ?? '')
  return described(
    context,
    filled,
    field,
    (bound) =>
      html`<input type="${type}" ${bound} value="${value}"${
        autocomplete && html` autocomplete="${autocomplete}"`
      }${maxLength && html` maxlength="${maxLength}"`}${
        type !== 'text' && html` autocapitalize="none" spellcheck="false"`
      }>`,
  )
}

export const textArea = (
  context: RenderContext,
  filled: Filled,
  field: Described & { rows?: number; maxLength?: number },
): Html =>
  described(
    context,
    filled,
    field,
    (bound) => html`<textarea ${bound} rows="${field.rows ?? 5}"${
      field.maxLength && html` maxlength="${field.maxLength}"`
    }>
${filled.values[field.name] ?? ''}</textarea>`,
  )

export type Option = readonly [value: string, label: string]

export function selectField(
  context: RenderContext,
  filled: Filled,
  field: Described & { options: readonly Option[] },
): Html {
  const chosen = filled.values[field.name] ?? ''
  return described(
    context,
    filled,
    field,
    (bound) =>
      html`<select ${bound}>${field.options.map(
        ([value, label]) => html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`,
      )}</select>`,
  )
}

/** A checkbox. */
export function checkbox(
  { texts }: RenderContext,
  { values, errors }: Filled,
  { name, label, hint, isRequired }: Described,
): Html {
  const error = errors[name]
  const notes = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return html`
<div class="${error ? 'field field-wrong' : 'field'}">
${error && html`<p class="field-error" id="${name}-error">${error}</p>`}
<div class="choice"><input type="checkbox" id="${name}" name="${name}"${values[name] && html` checked`}${
    notes && html` aria-describedby="${notes}"`
  }${error && html` aria-invalid="true"`}${isRequired && html` required`}>
<label for="${name}">${label}${isRequired && requiredMark(texts)}</label></div>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
</div>`
}

/** One of several options, as radio buttons. */
export const radios = (
  _setting: RenderContext,
  { values, errors }: Filled,
  {
    name,
    label,
    hint,
    options,
  }: Described & { options: readonly (readonly [value: string, label: string, hint?: string])[] },
): Html => html`
<fieldset class="${errors[name] ? 'field field-wrong' : 'field'}" id="${name}"${
  errors[name] && html` aria-describedby="${name}-error"`
}>
<legend>${label}</legend>
${hint && html`<p class="hint">${hint}</p>`}
${errors[name] && html`<p class="field-error" id="${name}-error">${errors[name]}</p>`}
${options.map(
  ([value, text, note]) => html`
<div class="choice"><input type="radio" id="${name}-${value}" name="${name}" value="${value}"${
    value === values[name] && html` checked`
  }${note && html` aria-describedby="${name}-${value}-hint"`}>
<label for="${name}-${value}">${text}</label></div>
${note && html`<p class="hint" id="${name}-${value}-hint">${note}</p>`}`,
)}
</fieldset>`

/** Any number of several options, each a field of its own. */
export const checkboxes = (
  _setting: RenderContext,
  { values, errors }: Filled,
  {
    name,
    label,
    options,
  }: Omit<Described, 'hint'> & { options: readonly (readonly [field: string, label: string, hint: string])[] },
): Html => html`
<fieldset class="${errors[name] ? 'field field-wrong' : 'field'}" id="${name}"${
  errors[name] && html` aria-describedby="${name}-error"`
}>
<legend>${label}</legend>
${errors[name] && html`<p class="field-error" id="${name}-error">${errors[name]}</p>`}
${options.map(
  ([field, text, note]) => html`
<div class="choice"><input type="checkbox" id="${field}" name="${field}"${
    values[field] && html` checked`
  } aria-describedby="${field}-hint">
<label for="${field}">${text}</label></div>
<p class="hint" id="${field}-hint">${note}</p>`,
)}
</fieldset>`

export const submit = (label: string): Html =>
  html`<p class="actions"><button class="button primary">${label}</button></p>`
