import { listBrowserSessions } from '#src/accounts/browser-sessions.ts'
import { codesOf } from '#src/accounts/factors/codes.ts'
import { passkeysOf } from '#src/accounts/factors/passkeys.ts'
import { recoveryCodes as allCodes } from '#src/credentials/one-time-codes.ts'
import { marked } from '../components/marked.ts'
import { accessAddress } from '../components/page-addresses.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page } from '../page.ts'
import type { Viewer } from '../viewer.ts'
import { settingsPage } from './frame.ts'
import { passkeysCard } from './passkeys.ts'
import { devices } from './sessions.ts'

type Context = PageContext<string, string, string, Viewer>

/** How the person signs in, and where they are signed in; each detail is changed on a page of its own. */
export const account = page('GET /settings/account', {
  access: 'account',
  async handle(context) {
    const { db, viewer, now } = context
    const [codes, sessions, passkeys] = await Promise.all([
      codesOf(db, viewer.id),
      listBrowserSessions(db, viewer.id, now),
      passkeysOf(db, viewer.id),
    ])
    return settingsPage(
      context,
      'account',
      html`
${emailCard(context)}
${passwordCard(context)}
${passkeysCard(context, passkeys)}
${codesCard(context, codes)}
${devices(context, sessions)}
${accessCard(context)}`,
    )
  },
})

function emailCard({ texts, viewer }: Context): Html {
  const { account } = texts.settings
  const none = viewer.role === 'administrator' ? account.noEmailAdministrator : account.noEmail
  return html`
<section class="card">
<h2>${account.email}</h2>
<p>${viewer.email === '' ? marked(none) : account.emailIs(viewer.email)}</p>
<p><a class="button" href="/settings/account/email">${
    viewer.email === '' ? account.addEmail : account.changeEmail
  }</a></p>
</section>`
}

function passwordCard({ texts }: Context): Html {
  const { account } = texts.settings
  return html`
<section class="card">
<h2>${account.password}</h2>
<p>${account.passwordText}</p>
<p><a class="button" href="/settings/account/password">${account.changePassword}</a></p>
</section>`
}

function accessCard({ texts: { access } }: Context): Html {
  return html`
<section class="card">
<h2>${access.title}</h2>
<p>${access.about}</p>
<p><a class="button" href="${accessAddress}">${access.see}</a></p>
</section>`
}

/** One-time codes, and behind them the recovery codes, which one has with them. */
function codesCard({ texts, viewer, format }: Context, state: Awaited<ReturnType<typeof codesOf>>): Html {
  const { codes, recovery, on, off } = texts.factors
  const { confirmed_at, left, made_at } = state
  if (!viewer.has_codes || confirmed_at === null)
    return html`
<section class="card">
<h2>${codes.title} <span class="tag">${off}</span></h2>
<p>${codes.text}</p>
${
  viewer.email_verified_at === null
    ? html`<p class="hint">${texts.access.unverifiedText}</p>`
    : html`<p><a class="button" href="/settings/account/codes">${codes.turnOn}</a></p>`
}
</section>`
  return html`
<section class="card">
<h2>${codes.title} <span class="tag good">${on}</span></h2>
<p>${codes.since(format.date(confirmed_at))}</p>
<p><a class="button" href="/settings/account/codes/off">${codes.turnOff}</a></p>
</section>
<section class="card">
<h2>${recovery.title}</h2>
<p>${left === 0 || made_at === null ? recovery.none : recovery.left(left, allCodes, format.date(made_at))}</p>
<p><a class="button" href="/settings/account/recovery-codes">${recovery.renew}</a></p>
</section>`
}
