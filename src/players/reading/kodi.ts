import { objectIn } from '#src/kept-import/formats/json-titles.ts'
import { counted, textIn, yearOf } from '#src/kept-import/formats/values.ts'
import { isTrue, played, type ReadTold } from './told.ts'

/** What Kodi announces by its JSON-RPC, which add-ons pass on: something was stopped, at its end or before. */
export const kodi: ReadTold = (value) => {
  const event = textIn(value.method)
  if (value.jsonrpc !== '2.0' || event === undefined) return undefined
  const data = objectIn(objectIn(value.params)?.data)
  const item = objectIn(data?.item)
  const kind = item?.type
  if (event !== 'Player.OnStop' || !isTrue(data?.end) || (kind !== 'movie' && kind !== 'episode'))
    return { is: 'other', player: 'kodi' }
  const of = { is: 'played', player: 'kodi', event } as const
  const title = textIn(item?.title)
  if (kind === 'movie') return played(of, { kind, ids: {}, title, year: yearOf(item?.year) })
  const name = textIn(item?.showtitle)
  const numbers = { season: counted(item?.season), episode: counted(item?.episode) }
  return played(of, { kind, ids: {}, title, series: { ids: {}, ...(name && { title: name }) }, ...numbers })
}
