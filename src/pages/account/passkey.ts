import { maxCredential, optionsToSignIn, signInWithPasskey } from '#src/accounts/factors/passkeys.ts'
import { type Html, html } from '../html.ts'
import { localAddress, withNext } from '../local-address.ts'
import { page, type RenderContext, redirect, SecretDocument } from '../page.ts'
import { afterSignIn } from './after-sign-in.ts'

/** Signing in with a passkey, which needs no user name. */

export const passkeyScript = 'passkey.js'

type Asking = { action: string; kind: 'create' | 'get'; ask?: string; options?: object; fields: Html; submit: string }

/** A form that the script fills with what the device answers, and shows where it can. */
export function passkeyForm(context: RenderContext, asking: Asking): Html {
  const { action, kind, ask = '', options, fields, submit } = asking
  const { failed, known } = context.texts.factors.passkeys
  return html`
<form class="form" method="post" action="${action}" hidden data-passkey="${kind}" data-ask="${ask}"
data-options="${options && JSON.stringify(options)}" data-failed="${failed}" data-known="${known}">
<input type="hidden" name="form_token" value="${context.formToken}">
<input type="hidden" name="credential">
${fields}
<p class="field-error" role="alert" hidden></p>
<p class="actions"><button class="button">${submit}</button></p>
</form>`
}

/** The button beside the form for the password. */
export const signInButton = (context: RenderContext, next: string): Html =>
  passkeyForm(context, {
    action: '/login/passkey',
    kind: 'get',
    ask: '/login/passkey/options',
    fields: html`<input type="hidden" name="next" value="${next}">`,
    submit: context.texts.factors.passkeys.signIn,
  })

export const passkeyOptions = page('POST /login/passkey/options', {
  access: 'anyone',
  isForStrangers: true,
  async handle({ write, signingIn: { passkeySite: site }, clientAddress }) {
    if (!site) return undefined
    return new SecretDocument('application/json', JSON.stringify(await write(optionsToSignIn, { site, clientAddress })))
  },
})

export const signInByPasskey = page('POST /login/passkey', {
  access: 'anyone',
  isForStrangers: true,
  form: ['credential', 'next'],
  longFields: { credential: maxCredential },
  async handle(context) {
    const { write, signingIn, form: values, clientAddress } = context
    const site = signingIn.passkeySite
    if (!site) return undefined
    const next = localAddress(values.next)
    const account = await write(signInWithPasskey, { credential: values.credential, site, clientAddress })
    if (!account) return redirect(withNext('/login', next), 'factors.passkeyUnknown')
    if (account.isDisabled) return redirect('/login', 'factors.accountDisabled')
    await signingIn.beginSession({ id: account.id })
    return redirect(await afterSignIn(context, account.id, next), 'account.signedIn')
  },
})
