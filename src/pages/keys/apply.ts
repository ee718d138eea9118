import { dialectNames } from '#src/contract/dialects.ts'
import { maxEmailLength } from '#src/credentials/email.ts'
import { makeKey, maxKeysOfAccount } from '#src/keys/account-keys.ts'
import {
  type ApplicationField,
  kindsOfUse,
  maxApplicationAddressLength,
  maxApplicationNameLength,
  maxSummaryLength,
  minSummaryLength,
  readApplication,
} from '#src/keys/key-application.ts'
import { plans } from '#src/keys/plans.ts'
import type { Texts } from '#src/texts/index.ts'
import {
  checkbox,
  errorSummary,
  type Filled,
  form,
  radios,
  selectField,
  submit,
  textArea,
  textField,
} from '../components/form.ts'
import { emptyState } from '../components/lists.ts'
import { orWait } from '../components/wait-page.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { settingsPage } from '../settings/frame.ts'
import { languageFields, languagesControls } from './languages.ts'
import { applyAddress, limitText, madeAddress } from './overview.ts'

/** Fields that have an answer already, or need none. */
const folded = ['application_address', 'plan', 'dialect', ...languageFields] as const
const ofApplication = ['application_address', 'kind_of_use', 'summary', 'contact'] as const
const fields = ['plan', 'dialect', ...languageFields, 'name', ...ofApplication, 'terms'] as const

export const application = page('GET /settings/api/new', {
  access: 'account',
  async handle(context) {
    const { viewer, config } = context
    if (viewer.email_verified_at === null) return unverified(context)
    return view(context, { values: { plan: 'developer', dialect: config.dialect, contact: viewer.email }, errors: {} })
  },
})

export const apply = page('POST /settings/api/new', {
  access: 'account',
  form: fields,
  async handle(context) {
    const { form: values, viewer, texts } = context
    if (viewer.email_verified_at === null) return unverified(context)
    const read = readApplication(values)
    if ('faults' in read) {
      const errors = Object.fromEntries([...read.faults.keys()].map((field) => [field, faultText(texts, field)]))
      return { ...view(context, { values, errors }), http: 422 }
    }
    return context.write(makeKey, { application: read.application }).then(async (made) => {
      if (!made) return { ...view(context, { values, errors: { plan: texts.keys.full(maxKeysOfAccount) } }), http: 422 }
      context.sendMails()
      await context.noteEvent('key_made', viewer.id, made.id)
      context.rememberKey(made.secret)
      return redirect(madeAddress)
    }, orWait(context))
  },
})

/** Without a verified address there is no key; the page has the same status as the interface. */
const unverified = (context: PageContext): PageView => {
  const { keys } = context.texts
  const content = emptyState(keys.unverified, keys.unverifiedText)
  return { ...settingsPage(context, 'api', content, keys.applyTitle), http: 403 }
}

function faultText({ keys: { wrong } }: Texts, field: ApplicationField): string {
  if (field === 'name') return wrong.name(maxApplicationNameLength)
  if (field === 'application_address') return wrong.application_address(maxApplicationAddressLength)
  if (field === 'summary') return wrong.summary(minSummaryLength, maxSummaryLength)
  return wrong[field]
}

function view(context: PageContext, filled: Filled): PageView {
  const { keys } = context.texts
  const content = html`
<p class="lead">${keys.applyLead}</p>
<p>${keys.forKnownApps} <a href="/settings/connect">${context.texts.connect.title}</a>.</p>
${errorSummary(context, filled)}
${form(context, applyAddress, formFields(context, filled))}`
  return settingsPage(context, 'api', content, keys.applyTitle)
}

function formFields(context: PageContext, filled: Filled): Html {
  const { keys } = context.texts
  const planOptions = plans.map((plan) => {
    const limit = limitText(context, { plan, limit_per_second: null })
    return [plan, keys.plans[plan], `${keys.planHints[plan]} ${limit}.`] as const
  })
  const dialectOptions = dialectNames.map((name) => [name, keys.dialects[name], keys.dialectHints[name]] as const)
  const kindOptions = kindsOfUse.map((kind) => [kind, keys.kindsOfUse[kind]] as const)
  const addressHint = keys.applicationAddressHint
  const summaryHint = keys.summaryHint(minSummaryLength, maxSummaryLength)
  const address = { name: 'application_address', label: keys.applicationAddress, hint: addressHint } as const
  const name = { name: 'name', label: keys.name, hint: keys.nameHint, isRequired: true } as const
  const contact = { name: 'contact', label: keys.contact, hint: keys.contactHint, isRequired: true } as const
  const rows = { rows: 5, maxLength: maxSummaryLength, isRequired: true }
  const isOpen = folded.some((name) => filled.errors[name] !== undefined)
  return html`
${textField(context, filled, { ...name, maxLength: maxApplicationNameLength })}
${selectField(context, filled, {
  name: 'kind_of_use',
  label: keys.kindOfUse,
  isRequired: true,
  options: [['', keys.choose], ...kindOptions],
})}
${textArea(context, filled, { name: 'summary', label: keys.summary, hint: summaryHint, ...rows })}
${textField(context, filled, { ...contact, type: 'email', autocomplete: 'email', maxLength: maxEmailLength })}
<details class="more-fields"${isOpen && html` open`}>
<summary>${keys.more}</summary>
<p class="hint">${keys.moreHint}</p>
${textField(context, filled, { ...address, type: 'url', autocomplete: 'url', maxLength: maxApplicationAddressLength })}
${radios(context, filled, { name: 'plan', label: keys.planLabel, options: planOptions })}
${radios(context, filled, { name: 'dialect', label: keys.dialectLabel, options: dialectOptions })}
${languagesControls(context, filled)}
</details>
<h3>${keys.terms}</h3>
<ul class="terms">${keys.termsList.map((term) => html`<li>${term}</li>`)}</ul>
${checkbox(context, filled, { name: 'terms', label: keys.acceptTerms, isRequired: true })}
${submit(keys.send)}`
}
