import {
  beginCodes,
  CONFIRM_MINUTES,
  confirmCodes,
  renewRecoveryCodes,
  turnCodesOff,
  waitingSecret,
} from '#src/accounts/factors/codes.ts'
import { codeAddress } from '#src/credentials/one-time-codes.ts'
import { atFirstUse } from '#src/package-root.ts'
import { codeField } from '../account/code.ts'
import { blank, errorSummary, type Filled, form, submit } from '../components/form.ts'
import { verifyFirst } from '../components/unverified.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import type { Viewer } from '../viewer.ts'
import { currentPassword, signInForm, withPassword } from './current-password.ts'
import { settingsPage } from './frame.ts'

const uqr = atFirstUse<typeof import('uqr')>('uqr')

/** One-time codes: turning them on and off, and recovery codes. */

const home = '/settings/account'
const path = '/settings/account/codes'
const appPath = '/settings/account/codes/app'
const offPath = '/settings/account/codes/off'
const recoveryPath = '/settings/account/recovery-codes'

type Context = PageContext<string, string, string, Viewer>

export const codes = page(`GET ${path}`, {
  access: 'account',
  async handle(context) {
    if (context.viewer.has_codes) return redirect(home)
    return isVerified(context) ? askToBegin(context, blank) : verifyToBegin(context)
  },
})

export const beginHere = page(`POST ${path}`, {
  access: 'account',
  form: ['present', 'code'],
  async handle(context) {
    const { form: values, write, viewer } = context
    if (viewer.has_codes) return redirect(home)
    if (!isVerified(context)) return verifyToBegin(context)
    const wrong = (errors: Filled['errors']) => ({ ...askToBegin(context, { values: {}, errors }), http: 422 })
    return withPassword(context, values, wrong, async (proven) => {
      await write(beginCodes, proven)
      return redirect(appPath)
    })
  },
})

const isVerified = ({ viewer }: Context) => viewer.email_verified_at !== null

const verifyToBegin = (context: Context) => ({
  ...settingsPage(context, 'account', verifyFirst(context), context.texts.factors.codes.turnOn),
  http: 403,
})

const askToBegin = (context: Context, filled: Filled) => {
  const { turnOn: heading, lead } = context.texts.factors.codes
  return signInForm(context, filled, { path, heading, lead, fields: currentPassword(context, filled) })
}

/** Shows the secret until a code of it was entered. */
export const codesApp = page(`GET ${appPath}`, {
  access: 'account',
  async handle(context) {
    const waiting = await secretOf(context)
    return waiting ? app(context, blank, waiting.secret) : redirect(context.viewer.has_codes ? home : path)
  },
})

export const confirmHere = page(`POST ${appPath}`, {
  access: 'account',
  form: ['code'],
  async handle(context) {
    const { form: values, write, viewer, language, texts } = context
    if (!isVerified(context)) return verifyToBegin(context)
    const waiting = await secretOf(context)
    if (!waiting) return redirect(viewer.has_codes ? home : path)
    const made = await write(confirmCodes, { holder: viewer, waiting, code: values.code, language })
    if (!made) {
      // Another page may have begun anew, or ended it.
      const { secret } = (await secretOf(context)) ?? {}
      if (secret === undefined) return redirect(path)
      return { ...app(context, { values: {}, errors: { code: texts.factors.wrongCode } }, secret), http: 422 }
    }
    context.sendMails()
    return showRecoveryCodes(context, made, texts.factors.codes.isOn)
  },
})

const secretOf = ({ db, viewer, now, config }: Context) =>
  waitingSecret(db, { account_id: viewer.id, secretKey: config.secretKey, now })

function app(context: Context, filled: Filled, secret: string): PageView {
  const { texts, viewer, site } = context
  const words = texts.factors.codes
  const address = codeAddress(secret, new URL(site).hostname, viewer.username)
  const content = html`
${errorSummary(context, filled)}
<ol class="steps">
<li><p>${words.install}</p></li>
<li><p>${words.scan}</p>
${drawing(address, words.picture)}
<p>${words.orType} <code class="secret">${secret.match(/.{1,4}/g)?.join(' ')}</code></p>
<p><a href="${address}">${words.openApp}</a></p></li>
<li><p>${words.enter(CONFIRM_MINUTES)}</p>
${form(context, appPath, html`${codeField(context, filled, words.enterHint)}${submit(words.turnOn)}`)}</li>
</ol>`
  return settingsPage(context, 'account', content, words.turnOn)
}

/** Light around a code, in modules, without which many cameras do not find it. */
const QUIET_MODULES = 4

/** A QR code, dark on light whatever the colours of the page are. */
function drawing(text: string, label: string): Html {
  const { size, data } = uqr().encode(text, { ecc: 'M', border: QUIET_MODULES })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return html`
<svg class="qr-code" viewBox="0 0 ${size} ${size}" width="240" height="240" role="img" aria-label="${label}"
shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path d="${dark.join('')}"/></svg>`
}

export const codesOff = page(`GET ${offPath}`, {
  access: 'account',
  handle: async (context) => (context.viewer.has_codes ? askToEnd(context, blank) : redirect(home)),
})

export const endHere = page(`POST ${offPath}`, {
  access: 'account',
  form: ['present', 'code'],
  async handle(context) {
    const { form: values, write, viewer, language } = context
    if (!viewer.has_codes) return redirect(home)
    const wrong = (errors: Filled['errors']) => ({ ...askToEnd(context, { values: {}, errors }), http: 422 })
    return withPassword(context, values, wrong, async (proven) => {
      await write(turnCodesOff, { holder: viewer, proven, language })
      context.sendMails()
      return redirect(home, 'factors.codesOff')
    })
  },
})

const askToEnd = (context: Context, filled: Filled) => {
  const { turnOff: heading, turnOffLead: lead } = context.texts.factors.codes
  return signInForm(context, filled, { path: offPath, heading, lead, fields: currentPassword(context, filled) })
}

export const recoveryCodes = page(`GET ${recoveryPath}`, {
  access: 'account',
  handle: async (context) => (context.viewer.has_codes ? askToRenew(context, blank) : redirect(home)),
})

export const renewHere = page(`POST ${recoveryPath}`, {
  access: 'account',
  form: ['present', 'code'],
  async handle(context) {
    const { form: values, write, viewer, language } = context
    if (!viewer.has_codes) return redirect(home)
    const wrong = (errors: Filled['errors']) => ({ ...askToRenew(context, { values: {}, errors }), http: 422 })
    return withPassword(context, values, wrong, async (proven) => {
      const made = await write(renewRecoveryCodes, { holder: viewer, proven, language })
      context.sendMails()
      return showRecoveryCodes(context, made, context.texts.factors.recovery.areNew)
    })
  },
})

const askToRenew = (context: Context, filled: Filled) => {
  const { renew: heading, renewLead: lead } = context.texts.factors.recovery
  return signInForm(context, filled, { path: recoveryPath, heading, lead, fields: currentPassword(context, filled) })
}

/** Recovery codes, which are shown in this reply and never again. */
function showRecoveryCodes(context: Context, made: readonly string[], lead: string): PageView {
  const { factors, common } = context.texts
  const { recovery, backHome } = factors
  const content = html`
<p role="status">${lead}</p>
<div class="card new-key">
<h3>${recovery.keepTitle}</h3>
<p class="warning">${recovery.once}</p>
<ol class="recovery-codes">${made.map((code) => html`<li><code class="secret">${code}</code></li>`)}</ol>
<p><button type="button" class="button" data-copy="${made.join('\n')}" data-done="${common.copied}" hidden>${
    common.copy
  }</button></p>
<p>${recovery.keep}</p>
</div>
<p class="actions"><a class="button primary" href="${home}">${backHome}</a></p>`
  return settingsPage(context, 'account', content, recovery.title)
}
