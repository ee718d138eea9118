import type { KeptEntry, KeptIds } from '#src/kept/kept-entry.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { entryOf, type FileContext, listOf, type Read, refused } from './format.ts'
import { imdbId, positive } from './values.ts'
import type { ReadChoices } from './whose.ts'

/** Between ids: blanks, ends of lines, commas and semicolons. */
const between = /[\s,;]+/
/** Ids by which a list is known, the first ones of it. */
const looked = 20

const places: Readonly<Record<string, 'movie' | 'tv'>> = wordTable({
  movie: 'movie',
  film: 'movie',
  tv: 'tv',
  show: 'tv',
})
/** `tmdb:238`, `movie/238` and `tmdb:tv/1399`, also as a part of an address. */
const numbered = /^(?:(tmdb|tvdb)[:-])?(?:(movie|film|tv|show)[/:-])?(\d{1,10})$/i
const address =
  /^https?:\/\/(?:www\.)?([a-z0-9.-]{1,100})\/(?:[a-z]{2}\/)?(title|movie|tv)\/(tt\d{5,10}|\d{1,10})(?=[/?#-]|$)/i
/** Systems whose addresses name their ids as they are. */
const hosts = /(?:^|\.)(?:imdb\.com|themoviedb\.org)$/i

type Named = { kind: KeptEntry['kind']; isKindGuessed?: true; ids: KeptIds }

/** What an id, or an address with one, says; undefined if it is none. A number by itself may be anything. */
function titleIn(text: string): Named | undefined {
  const [, host, place = '', id = ''] = address.exec(text) ?? []
  if (host !== undefined) return hosts.test(host) ? titleIn(place === 'title' ? id : `${place}/${id}`) : undefined
  const imdb = imdbId(text.replace(/^imdb[:-]/i, ''))
  if (imdb !== undefined) return { kind: 'movie', isKindGuessed: true, ids: { imdb } }
  const [, system, kind, digits] = numbered.exec(text) ?? []
  const number = positive(Number(digits))
  if (number === undefined || (system === undefined && kind === undefined)) return undefined
  const known = places[(kind ?? '').toLowerCase()]
  if (system?.toLowerCase() === 'tvdb') return { kind: known ?? 'tv', ids: { tvdb: number } }
  return { kind: known ?? 'movie', ...(known === undefined && { isKindGuessed: true }), ids: { tmdb: number } }
}

/** Whether a text is a list of ids: its first ones are, but for the last one of what is seen, which may be cut off. */
export function isIdList(start: string, isWhole: boolean): boolean {
  const parts = start.split(between, looked + 1).filter((part) => part !== '')
  const whole = isWhole || parts.length > looked ? parts : parts.slice(0, -1)
  return whole.length > 0 && whole.every((part) => titleIn(part) !== undefined)
}

/**
 * Titles of a list of ids: what they are kept as says who brings it, or else the name of the file, which is the name of
 * a list where it says nothing.
 */
export async function* idListEntries(
  text: AsyncIterable<string>,
  { file, choices, readAt }: FileContext,
): AsyncGenerator<Read> {
  let line = 1
  const keptSo = keptAs(file, choices)
  const kept = { ...keptSo, ...(keptSo.what === 'watched' && { by: readAt }) }
  for await (const piece of text)
    for (const row of piece.split(/\r\n|\n|\r/).entries()) {
      const [index, content] = row
      if (index > 0) line++
      for (const part of content.split(between)) {
        if (part === '') continue
        const about = titleIn(part)
        if (about === undefined) yield refused(file, line, 'wrong_id', part)
        else yield entryOf({ ...kept, ...about, place: { file, line } })
      }
    }
}

function keptAs(file: string, { idsAs, listName }: ReadChoices): Pick<KeptEntry, 'what' | 'list'> {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.\w{1,5}$/, '')
  if (idsAs === 'listed') return { what: 'listed', list: listOf(listName || name) }
  if (idsAs !== undefined) return { what: idsAs }
  if (/watch[ _-]?list|to[ _-]?watch/i.test(name)) return { what: 'watchlist' }
  if (/favou?rite|liked/i.test(name)) return { what: 'favourite' }
  if (/watched|history|seen/i.test(name)) return { what: 'watched' }
  return { what: 'listed', list: listOf(name) }
}
