import { type KeyedClient, keyedClient, otherClient } from '#src/connect/clients.ts'
import { addressesOf } from '#src/groups/plex/providers.ts'
import { KeyTakenError, keyOfAccountBySecret, makeKey as make, maxKeysOfAccount } from '#src/keys/account-keys.ts'
import { maxKeyNameLength } from '#src/keys/keys.ts'
import { hiddenIn } from '#src/reference/hidden.ts'
import { copyable } from '../components/copyable.ts'
import { checkbox, errorSummary, type Filled, form, submit, textField } from '../components/form.ts'
import { emptyState } from '../components/lists.ts'
import { marked } from '../components/marked.ts'
import { orWait } from '../components/wait-page.ts'
import { html } from '../html.ts'
import { languageFields, languagesControls, languagesIn } from '../keys/languages.ts'
import { ownValueControls, ownValueFields, ownValueIn, takesOwnValue } from '../keys/own-value.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { settingsPage } from '../settings/frame.ts'
import { appAddress, connectAddress, madeAddress, testAddress, testBegun } from './addresses.ts'

/** The form for the key of an app. */
export const keyForm = page('GET /settings/connect/apps/{app}', {
  access: 'account',
  async handle(context) {
    const client = keyedClient(context.params.app)
    if (!client) return undefined
    return view(context, client, { values: { name: client.name }, errors: {} })
  },
})

export const makeKey = page('POST /settings/connect/apps/{app}', {
  access: 'account',
  form: ['name', ...languageFields, 'terms', ...ownValueFields],
  async handle(context) {
    const { form: values, viewer, now, texts } = context
    const { wrong, full } = texts.keys
    const client = keyedClient(context.params.app)
    if (!client) return undefined
    if (viewer.email_verified_at === null) return { ...view(context, client, { values, errors: {} }), http: 403 }
    const refused = (errors: Filled['errors']) => ({ ...view(context, client, { values, errors }), http: 422 })
    const name = values.name.trim()
    const { chains, errors: ofLanguages } = languagesIn(context, values)
    const isName = name !== '' && name.length <= maxKeyNameLength && !hiddenIn(name) && name.isWellFormed()
    const own = takesOwnValue(client, viewer) ? ownValueIn(context, values) : { brought: undefined, errors: {} }
    const errors = {
      ...(!isName && { name: wrong.name(maxKeyNameLength) }),
      ...ofLanguages,
      ...(values.terms === '' && { terms: wrong.terms }),
      ...own.errors,
    }
    if (!chains || Object.keys(errors).length > 0) return refused(errors)
    const application = {
      ...({ name, ...chains, plan: 'developer', dialect: 'common', kind_of_use: 'media_centre' } as const),
      ...{ application_address: '', summary: '', contact: viewer.email },
    }
    const use = client.way === 'provider' ? 'plex' : 'interface'
    return context.write(make, { application, use, brought: own.brought }).then(
      async (made) => {
        if (!made) return refused({ name: full(maxKeysOfAccount) })
        context.sendMails()
        await context.noteEvent('key_made', viewer.id, made.id)
        // Who has pasted a value knows it.
        if (own.brought) return redirect(testBegun(made.id, now), 'connect.made')
        context.rememberKey(made.secret)
        return redirect(`${madeAddress}?app=${client.id}`)
      },
      (error) =>
        error instanceof KeyTakenError ? refused({ value: texts.connect.ownValueTaken }) : orWait(context)(error),
    )
  },
})

function view(context: PageContext, client: KeyedClient, filled: Filled): PageView {
  const { texts, viewer } = context
  const { connect, keys } = texts
  const heading = client.id === otherClient ? connect.makeKeyForOther : connect.makeKeyFor(client.name)
  if (viewer?.email_verified_at === null) {
    const content = emptyState(keys.unverified, keys.unverifiedText)
    return { ...settingsPage(context, 'connect', content, heading), http: 403 }
  }
  const name = { name: 'name', label: connect.name, hint: connect.nameHint, maxLength: maxKeyNameLength }
  const fields = html`
${textField(context, filled, name)}
${languagesControls(context, filled)}
${takesOwnValue(client, viewer) && ownValueControls(context, filled)}
<h3>${keys.terms}</h3>
<ul class="terms">${keys.termsList.map((term) => html`<li>${term}</li>`)}</ul>
${checkbox(context, filled, { name: 'terms', label: keys.acceptTerms, isRequired: true })}
${submit(connect.make)}`
  const content = html`
<p class="lead">${client.way === 'provider' ? connect.makePlexLead : connect.makeLead}</p>
${errorSummary(context, filled)}
${form(context, appAddress(client.id), fields)}
<p><a href="${connectAddress}">${connect.back}</a></p>`
  return settingsPage(context, 'connect', content, heading)
}

/** Shows a key and what to enter where, once, in the way of other new keys. */
export const made = page(`GET ${madeAddress}`, {
  access: 'account',
  query: ['app'],
  async handle(context) {
    const { db, viewer, now, site, query } = context
    const { connect } = context.texts
    const secret = context.takeKey()
    const key = secret && (await keyOfAccountBySecret(db, { account_id: viewer.id, secret, now }))
    const back = html`<p class="actions"><a href="${connectAddress}">${connect.back}</a></p>`
    if (!key) return settingsPage(context, 'connect', html`<p>${connect.madeGone}</p>${back}`, connect.madeTitle)
    const isPlex = key.use === 'plex'
    const way = isPlex ? 'provider' : (keyedClient(query.app)?.way ?? 'setting')
    const shown = isPlex
      ? html`<h3>${connect.madeAddresses}</h3>${addressesOf(site, secret).map((each) => copyable(context, each))}`
      : html`
<h3>${connect.ofInterface}</h3>${copyable(context, `${site}/3`)}
<h3>${connect.madeKey}</h3>${copyable(context, secret)}`
    const content = html`
<div class="card new-key">
<p class="warning">${connect.madeOnce}</p>
${shown}
<p>${marked(connect.enter[way as 'setting' | 'fixed' | 'provider'])}</p>
<p class="actions"><a class="button primary" href="${testAddress(key.id)}">${connect.testNow}</a></p>
</div>
${back}`
    return settingsPage(context, 'connect', content, connect.madeTitle)
  },
})
