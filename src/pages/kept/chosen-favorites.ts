import { ApiError } from '#src/contract/statuses.ts'
import { type Chosen, chooseFavorite, choosingActs } from '#src/contributions/members/chosen-favorites.ts'
import { languageOf } from '../components/languages.ts'
import { localAddress } from '../local-address.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { idIn } from '../records/addresses.ts'
import { type Card, movieCard, seriesCard } from '../records/cards.ts'
import { titlesById } from '../titles-by-id.ts'

/** Where a favourite is chosen for the profile. */
export const choosingAddress = '/favorite/profile'

/** What the fields of forms say of a title. */
export const fieldsOf = ({ kind, entity_id }: Chosen) => ({
  media_type: kind === 'series' ? 'tv' : 'movie',
  media_id: entity_id,
})

/** Titles in their order as cards, without those that are gone meanwhile. */
export async function cardsOfChosen(context: PageContext, chosen: readonly Chosen[]): Promise<(Card & Chosen)[]> {
  const idsOf = (kind: Chosen['kind']) => chosen.filter((one) => one.kind === kind).map(({ entity_id }) => entity_id)
  const ids = { movies: idsOf('movie'), series: idsOf('series') }
  const { movies, series } = await titlesById(context.db, languageOf(context), ids)
  return chosen.flatMap((one) => {
    const [movie, title] = [movies.get(one.entity_id), series.get(one.entity_id)]
    if (one.kind === 'movie') return movie ? [{ ...movieCard(movie), ...one }] : []
    return title ? [{ ...seriesCard(title), ...one }] : []
  })
}

const noticeOf = {
  chosen: 'kept.onProfile',
  moved: 'kept.onProfile',
  removed: 'kept.offProfile',
  full: 'kept.profileFull',
} as const

/** Shows a favourite on the profile, puts it in front there, or shows it no longer. */
export const chooseForProfile = page(`POST ${choosingAddress}`, {
  access: 'account',
  form: ['title', 'media_type', 'media_id', 'act', 'next'],
  async handle({ write, form }) {
    // A list of titles to choose from sends both in one value.
    const [media_type, media] = form.title === '' ? [form.media_type, form.media_id] : form.title.split(' ', 2)
    const [entity_id, act] = [idIn(media), choosingActs.find((one) => one === form.act)]
    if (entity_id === undefined || !act || !/^(movie|tv)$/.test(media_type ?? ''))
      throw new ApiError('invalid_parameters')
    const done = await write(chooseFavorite, { kind: media_type === 'tv' ? 'series' : 'movie', entity_id, act })
    return done && redirect(localAddress(form.next), noticeOf[done])
  },
})
