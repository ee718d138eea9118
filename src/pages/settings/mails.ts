import { hasDigest, setDigest } from '#src/contributions/following/digest.ts'
import { checkbox, type Filled, form, submit } from '../components/form.ts'
import { html } from '../html.ts'
import { page, redirect } from '../page.ts'
import { settingsPage } from './frame.ts'

const address = '/settings/mails'

/** Whether there is a mail about what one follows. */
export const mails = page(`GET ${address}`, {
  access: 'account',
  async handle(context) {
    const { db, viewer, texts, config } = context
    const { following } = texts
    const filled: Filled = { values: { digest: (await hasDigest(db, viewer.id)) ? 'on' : '' }, errors: {} }
    const box = checkbox(context, filled, { name: 'digest', label: following.digest, hint: following.digestHint })
    const isVerified = viewer.email_verified_at !== null
    return settingsPage(
      context,
      'mails',
      html`
<p><a href="/watching">${following.toList}</a></p>
${config.smtp === '' && html`<p class="warning">${following.unsent}</p>`}
${
  !isVerified &&
  html`<p class="warning">${following.needsAddress} <a href="/verify">${texts.account.verify.bannerLink}</a></p>`
}
${form(context, address, html`${box}${submit(texts.settings.save)}`)}`,
    )
  },
})

export const saveMails = page(`POST ${address}`, {
  access: 'account',
  form: ['digest'],
  async handle({ write, form: { digest } }) {
    await write(setDigest, digest !== '')
    return redirect(address, 'common.saved')
  },
})
