import { setLanguage } from '#src/accounts/accounts.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { isLanguage } from '#src/texts/index.ts'
import { localAddress, withoutLanguage } from './local-address.ts'
import { page, redirect } from './page.ts'

/** The choice at the bottom of each page: for this browser, and for the account that is signed in. */
export const chooseLanguage = page('POST /language', {
  access: 'anyone',
  isForStrangers: true,
  form: ['language', 'next'],
  async handle({ form, viewer, write, chooseLanguage }) {
    if (!isLanguage(form.language)) throw new ApiError('invalid_input')
    chooseLanguage(form.language)
    if (viewer) await write(setLanguage, form.language)
    return redirect(withoutLanguage(localAddress(form.next)), 'common.languageChosen')
  },
})

/** There is nothing to see; opening the address to which a form was sent leads home. */
export const languageAddress = page('GET /language', { access: 'anyone', handle: async () => redirect('/') })
