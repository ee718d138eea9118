import { html } from '../html.ts'
import { page } from '../page.ts'
import { settingsPage } from './frame.ts'

/** How the person signs in; each detail is changed on a page of its own. */
export const account = page('GET /settings/account', {
  access: 'account',
  async handle(context) {
    const { texts, viewer } = context
    const { account } = texts.settings
    return settingsPage(
      context,
      'account',
      html`
<section class="card">
<h2>${account.email}</h2>
<p>${viewer.email === '' ? account.noEmail : account.emailIs(viewer.email)}</p>
<p><a class="button" href="/settings/account/email">${account.changeEmail}</a></p>
</section>
<section class="card">
<h2>${account.password}</h2>
<p>${account.passwordText}</p>
<p><a class="button" href="/settings/account/password">${account.changePassword}</a></p>
</section>`,
    )
  },
})
