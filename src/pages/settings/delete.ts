import { deleteAccount } from '#src/accounts/deletion.ts'
import { deleteUnusedAvatar } from '#src/contributions/avatars.ts'
import { errorSummary, type Filled, form, radios } from '../components/form.ts'
import { html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import type { Viewer } from '../viewer.ts'
import { currentPassword, withPassword } from './current-password.ts'
import { settingsPage } from './frame.ts'

type Context = PageContext<string, string, string, Viewer>

export const deletion = page('GET /settings/delete', {
  access: 'account',
  handle: async (context) => view(context, { values: {}, errors: {} }),
})

export const deleteHere = page('POST /settings/delete', {
  access: 'account',
  form: ['reviews', 'present', 'code'],
  // Somebody may have a million titles on lists.
  takesLong: true,
  async handle(context) {
    const { write, media, form: values, viewer, language, texts } = context
    const words = texts.settings.delete
    const wrong = (errors: Filled['errors']) => ({ ...view(context, { values, errors }), http: 422 })
    if (values.reviews !== 'keep' && values.reviews !== 'remove') return wrong({ reviews: words.choose })
    return withPassword(context, values, wrong, async (proven) => {
      const keepsReviews = values.reviews === 'keep'
      if (!(await write(deleteAccount, { holder: viewer, proven, keepsReviews, language })))
        return wrong({ present: words.lastAdministrator })
      const { avatar_path: file_path } = viewer
      if (file_path !== null) await write(deleteUnusedAvatar, { file_path, media })
      context.sendMails()
      await context.signingIn.endSession()
      return redirect('/', 'settings.accountDeleted')
    })
  },
})

function view(context: Context, filled: Filled): PageView {
  const words = context.texts.settings.delete
  return settingsPage(
    context,
    'delete',
    html`
<p>${words.lead}</p>
<ul>${words.consequences.map((each) => html`<li>${each}</li>`)}</ul>
<p><a href="/settings/data">${words.dataFirst}</a></p>
${errorSummary(context, filled)}
${form(
  context,
  '/settings/delete',
  html`
${radios(context, filled, {
  name: 'reviews',
  label: words.reviews,
  options: [
    ['keep', words.keep, words.keepHint],
    ['remove', words.remove, words.removeHint],
  ],
})}
${currentPassword(context, filled)}
<p class="actions"><button class="button danger">${words.submit}</button></p>`,
)}`,
  )
}
