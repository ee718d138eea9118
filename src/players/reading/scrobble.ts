import { objectIn, titleOf } from '#src/kept-import/formats/json-titles.ts'
import { minutesOf, played, type ReadTold } from './told.ts'

/** From so much on, in percent, something that is stopped was watched. */
const WATCHED_FROM = 80
/** Less than that was not even begun. */
const BEGUN_FROM = 1

/** What is answered to those who scrobble: how they are understood, or that it was not even begun. */
export function scrobbleAnswer(action: string, progress: unknown): 'start' | 'pause' | 'scrobble' | undefined {
  if (action === 'start') return 'start'
  if (Number(progress) < BEGUN_FROM) return undefined
  return action === 'stop' && Number(progress) >= WATCHED_FROM ? 'scrobble' : 'pause'
}

/** What many players and their add-ons tell: a movie, or an episode of a show, and how much of it was played. */
export const scrobble: ReadTold = (value, { action = 'stop' }) => {
  if (!(objectIn(value.movie) ?? objectIn(value.show) ?? objectIn(value.episode))) return undefined
  const event = `scrobble/${action}`
  const about = titleOf(value)
  if (about?.kind !== 'movie' && about?.kind !== 'episode')
    return { is: 'unknown', player: 'scrobble', event, reason: 'no_title' }
  if (scrobbleAnswer(action, value.progress) !== 'scrobble') return { is: 'other', player: 'scrobble' }
  const runtime = Number((objectIn(value.movie) ?? objectIn(value.episode))?.runtime)
  return played({ is: 'played', player: 'scrobble', event, ...minutesOf(runtime) }, about)
}
