import { changeAppearance, isAppearance } from '#src/accounts/profile.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { localAddress } from './local-address.ts'
import { page, redirect } from './page.ts'

/** The choice at the bottom of each page, light or dark: for this browser, and for the account that is signed in. */
export const chooseAppearance = page('POST /appearance', {
  access: 'anyone',
  isForStrangers: true,
  form: ['appearance', 'next'],
  async handle({ form, viewer, write, chooseAppearance }) {
    if (!isAppearance(form.appearance)) throw new ApiError('invalid_input')
    chooseAppearance(form.appearance)
    if (viewer) await write(changeAppearance, form.appearance)
    return redirect(localAddress(form.next), 'common.appearanceChosen')
  },
})

/** There is nothing to see; opening the address to which a form was sent leads home. */
export const appearanceAddress = page('GET /appearance', { access: 'anyone', handle: async () => redirect('/') })
