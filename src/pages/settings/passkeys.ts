import {
  addPasskey,
  type ListedPasskey,
  maxCredential,
  maxPasskeyName,
  maxPasskeys,
  optionsToAdd,
  removePasskey,
  renamePasskey,
} from '#src/accounts/factors/passkeys.ts'
import { inOneLine } from '#src/reference/hidden.ts'
import { passkeyForm, passkeyScript } from '../account/passkey.ts'
import { blank, buttonForm, type Filled, form, textField } from '../components/form.ts'
import { verifyFirst } from '../components/unverified.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { rowId } from '../row-id.ts'
import type { Viewer } from '../viewer.ts'
import { browserName } from './browser-name.ts'
import { currentPassword, signInForm, withPassword } from './current-password.ts'
import { settingsPage } from './frame.ts'

/** Passkeys: adding, naming and removing them. */

const home = '/settings/account#passkeys'
const path = '/settings/account/passkeys'

type Context = PageContext<string, string, string, Viewer>

/** The section of the page about signing in. Passkeys can be removed also where none can be added. */
export function passkeysCard(context: Context, listed: readonly ListedPasskey[]): Html {
  const { texts, signingIn } = context
  const { passkeySite } = signingIn
  const words = texts.factors.passkeys
  return html`
<section class="card" id="passkeys">
<h2>${words.title}</h2>
<p>${words.text}</p>
${listed.length > 0 && html`<ul class="rows">${listed.map((passkey) => row(context, passkey))}</ul>`}
${!passkeySite && html`<p class="hint">${words.notHere}</p>`}
${passkeySite && listed.length >= maxPasskeys && html`<p class="hint">${words.full(maxPasskeys)}</p>`}
${passkeySite && listed.length < maxPasskeys && adding(context)}
</section>`
}

const adding = ({ texts, viewer }: Context): Html =>
  viewer.email_verified_at === null
    ? html`<p class="hint">${texts.access.unverifiedText}</p>`
    : html`<p><a class="button" href="${path}">${texts.factors.passkeys.add}</a></p>`

function row(context: Context, { id, name, host, made_at, last_used_at }: ListedPasskey): Html {
  const { texts, format, signingIn } = context
  const { passkeySite } = signingIn
  const words = texts.factors.passkeys
  const use = last_used_at === null ? words.neverUsed : words.used(format.time(last_used_at))
  const elsewhere = passkeySite?.host === host ? '' : words.worksAt(host)
  return html`
<li>
<div>
<strong>${name}</strong>
<p class="hint">${words.added(format.date(made_at))} ${use} ${elsewhere}</p>
<details>
<summary>${words.rename}<span class="unseen"> ${name}</span></summary>
${form(
  context,
  `${path}/rename`,
  html`
<input type="hidden" name="id" value="${id}">
<label for="name-${id}">${words.name}</label>
<input type="text" id="name-${id}" name="name" value="${name}" maxlength="${maxPasskeyName}" required>
<p class="actions"><button class="button">${texts.settings.save}</button></p>`,
)}
</details>
</div>
${buttonForm(context, `${path}/remove`, html`${words.remove}<span class="unseen"> ${name}</span>`, {
  fields: { id },
  className: 'button danger',
})}
</li>`
}

export const askToAdd = page(`GET ${path}`, {
  access: 'account',
  async handle(context) {
    if (!context.signingIn.passkeySite) return redirect(home)
    return context.viewer.email_verified_at === null ? verifyToAdd(context) : passwordForm(context, blank)
  },
})

const verifyToAdd = (context: Context) => ({
  ...settingsPage(context, 'account', verifyFirst(context), context.texts.factors.passkeys.add),
  http: 403,
})

const passwordForm = (context: Context, filled: Filled) => {
  const { add: heading, lead } = context.texts.factors.passkeys
  return signInForm(context, filled, { path, heading, lead, fields: currentPassword(context, filled) })
}

/** After the password, the page on which the device is asked. */
export const askDevice = page(`POST ${path}`, {
  access: 'account',
  form: ['present', 'code'],
  async handle(context) {
    const { form: values, write, viewer, signingIn, browser, texts } = context
    const site = signingIn.passkeySite
    if (!site) return redirect(home)
    if (viewer.email_verified_at === null) return verifyToAdd(context)
    const wrong = (errors: Filled['errors']) => ({ ...passwordForm(context, { values: {}, errors }), http: 422 })
    return withPassword(context, values, wrong, async () => {
      const words = texts.factors.passkeys
      const named = { values: { name: texts.settings.sessions.browser(browserName(browser)) }, errors: {} }
      const options = await write(optionsToAdd, { holder: viewer, site })
      const content = html`
<p data-no-passkey>${words.noScript}</p>
${passkeyForm(context, {
  action: `${path}/add`,
  kind: 'create',
  options,
  fields: textField(context, named, {
    name: 'name',
    label: words.name,
    hint: words.nameHint,
    maxLength: maxPasskeyName,
  }),
  submit: words.create,
})}`
      return { ...settingsPage(context, 'account', content, words.add), scripts: [passkeyScript] }
    })
  },
})

/** A name that somebody gave, or what stands for none. */
const nameOf = (typed: string, otherwise: string): string =>
  inOneLine(typed.replaceAll(/\p{Cc}/gu, ' ')).slice(0, maxPasskeyName) || otherwise

export const addHere = page(`POST ${path}/add`, {
  access: 'account',
  form: ['credential', 'name'],
  longFields: { credential: maxCredential },
  async handle(context) {
    const { form: values, viewer, language, signingIn, texts } = context
    const site = signingIn.passkeySite
    if (!site) return redirect(home)
    if (viewer.email_verified_at === null) return verifyToAdd(context)
    const name = nameOf(values.name, texts.factors.passkeys.one)
    const adding = { holder: viewer, credential: values.credential, name, site, language }
    const outcome = await context.write(addPasskey, adding)
    if (outcome === 'full') return redirect(home, 'factors.passkeysFull')
    if (outcome === 'refused') return redirect(home, 'factors.passkeyRefused')
    context.sendMails()
    return redirect(home, 'factors.passkeyAdded')
  },
})

export const renameHere = page(`POST ${path}/rename`, {
  access: 'account',
  form: ['id', 'name'],
  async handle({ write, form, texts }) {
    const id = rowId(form.id)
    const name = nameOf(form.name, texts.factors.passkeys.one)
    if (id === undefined || !(await write(renamePasskey, { id, name }))) return undefined
    return redirect(home, 'factors.passkeyRenamed')
  },
})

export const removeHere = page(`POST ${path}/remove`, {
  access: 'account',
  form: ['id'],
  async handle(context) {
    const { write, viewer: holder, form, language } = context
    const id = rowId(form.id)
    if (id === undefined || !(await write(removePasskey, { holder, id, language }))) return undefined
    context.sendMails()
    return redirect(home, 'factors.passkeyRemoved')
  },
})
