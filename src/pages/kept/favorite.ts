import { ApiError } from '#src/contract/statuses.ts'
import { setFavorite } from '#src/groups/account/set-marks.ts'
import { localAddress } from '../local-address.ts'
import { page, redirect } from '../page.ts'
import { idIn } from '../records/addresses.ts'

export const changeFavorite = page('POST /favorite', {
  access: 'account',
  form: ['media_type', 'media_id', 'favorite', 'next'],
  async handle({ ask, form }) {
    const { media_type } = form
    const media_id = idIn(form.media_id)
    if (media_id === undefined || !/^(movie|tv)$/.test(media_type)) throw new ApiError('invalid_parameters')
    const favorite = form.favorite === 'on'
    await ask(setFavorite, { params: { account_id: 'me' }, body: { media_type, media_id, favorite } })
    return redirect(localAddress(form.next), favorite ? 'kept.favorite' : 'kept.noFavorite')
  },
})
