import { setLanguage } from '#src/accounts/accounts.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { isLanguage } from '#src/texts/index.ts'
import { localAddress } from './local-address.ts'
import { page, redirect } from './page.ts'

/** The choice at the end of each page: of this browser, and of the account that is signed in. */
export const chooseLanguage = page('POST /language', {
  access: 'anyone',
  form: ['language', 'next'],
  async handle({ form, viewer, db, chooseLanguage }) {
    if (!isLanguage(form.language)) throw new ApiError('invalid_input')
    chooseLanguage(form.language)
    if (viewer) await setLanguage(db, viewer.id, form.language)
    return redirect(localAddress(form.next), 'common.languageChosen')
  },
})

/** Nothing is there to look at; somebody who asks for the address again, where a form was sent to, gets on. */
export const languageAddress = page('GET /language', { access: 'anyone', handle: async () => redirect('/') })
