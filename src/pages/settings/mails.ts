import { hasDigest, setDigest } from '#src/contributions/watching/digest.ts'
import { checkbox, type Filled, form, submit } from '../components/form.ts'
import { html } from '../html.ts'
import { page, redirect } from '../page.ts'
import { settingsPage } from './frame.ts'

const address = '/settings/mails'

/** Whether there is a mail about what one watches. */
export const mails = page(`GET ${address}`, {
  access: 'account',
  async handle(context) {
    const { db, viewer, texts, config } = context
    const { watching } = texts
    const filled: Filled = { values: { digest: (await hasDigest(db, viewer.id)) ? 'on' : '' }, errors: {} }
    const box = checkbox(context, filled, { name: 'digest', label: watching.digest, hint: watching.digestHint })
    const isVerified = viewer.email_verified_at !== null
    return settingsPage(
      context,
      'mails',
      html`
<p><a href="/watching">${watching.toList}</a></p>
${config.smtp === '' && html`<p class="warning">${watching.unsent}</p>`}
${
  !isVerified &&
  html`<p class="warning">${watching.needsAddress} <a href="/verify">${texts.account.verify.bannerLink}</a></p>`
}
${form(context, address, html`${box}${submit(texts.settings.save)}`)}`,
    )
  },
})

export const saveMails = page(`POST ${address}`, {
  access: 'account',
  form: ['digest'],
  async handle({ writable, viewer, form: { digest }, now }) {
    await setDigest(writable, viewer.id, digest !== '', now)
    return redirect(address, 'common.saved')
  },
})
