import type { NotUnderstood } from '#src/kept/player-words.ts'
import { objectIn, type Value } from '#src/kept-import/formats/json-titles.ts'
import { isTooDeep, jsonText } from './body.ts'
import { emby } from './emby.ts'
import { jellyfin } from './jellyfin.ts'
import { kodi } from './kodi.ts'
import { plex } from './plex.ts'
import { scrobble } from './scrobble.ts'
import { tautulli } from './tautulli.ts'
import { type Asked, type ReadTold, shortText, type Told } from './told.ts'

/** THE list of the forms in which players tell: the first that a delivery has counts. */
const forms: readonly ReadTold[] = [tautulli, kodi, plex, jellyfin, emby, scrobble]

/** A delivery as it arrived. */
type Delivery = { body: Buffer; contentType: string | undefined } & Asked

/** The object of a delivery, or why there is none. */
export function objectOf({ body, contentType }: Pick<Delivery, 'body' | 'contentType'>): Value | NotUnderstood {
  const text = jsonText(body, contentType)
  if (isTooDeep(text)) return 'too_deep'
  try {
    return objectIn(JSON.parse(text)) ?? 'no_player'
  } catch {
    return 'not_json'
  }
}

/** What an object of a player says. */
export function toldIn(value: Value, asked: Asked): Told {
  for (const read of forms) {
    const told = read(value, asked)
    if (told) return told
  }
  return notUnderstood('no_player', shortText(value.event ?? value.Event))
}

export const notUnderstood = (reason: NotUnderstood, event = ''): Told => ({ is: 'unknown', player: '', event, reason })
