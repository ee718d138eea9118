import { rateEpisode, unrateEpisode } from '#src/groups/ratings/episode.ts'
import { rateMovie, unrateMovie } from '#src/groups/ratings/movie.ts'
import { rateSeries, unrateSeries } from '#src/groups/ratings/series.ts'
import { localAddress } from '../local-address.ts'
import { page, redirect } from '../page.ts'
import { idIn, numberIn } from '../records/addresses.ts'

/** Of the form that removes a rating. */
const none = '0'

type Ask = (value: number | undefined) => Promise<unknown>

/** Rates, or removes the rating; `ask` asks the operation for it. */
async function send(form: Record<'value' | 'next', string>, ask: Ask) {
  const back = localAddress(form.next)
  if (form.value === '') return redirect(back, 'kept.choose')
  const isRemoval = form.value === none
  await ask(isRemoval ? undefined : Number(form.value))
  return redirect(back, isRemoval ? 'kept.takenBack' : 'kept.rated')
}

const fields = ['value', 'next'] as const

export const sendMovieRating = page('POST /movie/{movie}/rating', {
  access: 'account',
  form: fields,
  handle({ ask, form, params: { movie } }) {
    const params = { movie_id: idIn(movie) ?? 0 }
    return send(form, (value) =>
      value === undefined ? ask(unrateMovie, { params }) : ask(rateMovie, { params, body: { value } }),
    )
  },
})

export const sendSeriesRating = page('POST /tv/{series}/rating', {
  access: 'account',
  form: fields,
  handle({ ask, form, params: { series } }) {
    const params = { series_id: idIn(series) ?? 0 }
    return send(form, (value) =>
      value === undefined ? ask(unrateSeries, { params }) : ask(rateSeries, { params, body: { value } }),
    )
  },
})

export const sendEpisodeRating = page('POST /tv/{series}/season/{season}/episode/{episode}/rating', {
  access: 'account',
  form: fields,
  async handle({ ask, form, params: { series, season, episode } }) {
    const [series_id, season_number, episode_number] = [idIn(series), numberIn(season), numberIn(episode)]
    if (series_id === undefined || season_number === undefined || episode_number === undefined) return undefined
    const params = { series_id, season_number, episode_number }
    return send(form, (value) =>
      value === undefined ? ask(unrateEpisode, { params }) : ask(rateEpisode, { params, body: { value } }),
    )
  },
})
