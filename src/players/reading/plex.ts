import { identifierOf, plexProviders } from '#src/groups/plex/providers.ts'
import { ratingKeyIn, readRatingKey } from '#src/groups/plex/rating-keys.ts'
import { objectIn, type Value } from '#src/kept-import/formats/json-titles.ts'
import { aboutOf } from '#src/kept-import/formats/plex.ts'
import { playerTime, textIn } from '#src/kept-import/formats/values.ts'
import type { MatchedRecord } from '#src/matching/wanted-title.ts'
import { type Asked, minutesOf, played, type ReadTold } from './told.ts'

const MS_A_MINUTE = 60_000

/** What the Plex media server tells, and programs that tell it in its form. */
export const plex: ReadTold = (value, asked) => {
  const event = textIn(value.event)
  const [account, server, item] = [value.Account, value.Server, value.Metadata].map(objectIn)
  if (event === undefined || !(account ?? server ?? item)) return undefined
  const kind = kindOf(item)
  if (event !== 'media.scrobble' || !item || !kind) return { is: 'other', player: 'plex' }
  const own = ownRecord(item, asked)
  const of = { is: 'played', player: 'plex', event, user: account?.title, own } as const
  const about = { ...aboutOf(item, kind), kind, at: playerTime(item.lastViewedAt) }
  return played({ ...of, ...minutesOf(Number(item.duration) / MS_A_MINUTE) }, about)
}

function kindOf(item: Value | undefined): 'movie' | 'episode' | undefined {
  const type = textIn(item?.type)
  return type === 'movie' || type === 'episode' ? type : undefined
}

/** The record of an item that the media server knows from here. */
function ownRecord({ guid }: Value, { plexIdentifier }: Asked): MatchedRecord | undefined {
  const keys = plexProviders.map((provider) =>
    ratingKeyIn(identifierOf({ plexIdentifier }, provider), String(guid ?? '')),
  )
  const item = readRatingKey(keys.find((key) => key !== undefined) ?? '')
  return item?.type === 'movie' || item?.type === 'episode' ? { kind: item.type, id: item.id } : undefined
}
