import { survivorsOf } from '#src/catalogue/edits/gone/survivors.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Reader } from '#src/database/database.ts'
import { type NamedFile, readFileName } from '#src/matching/file-names.ts'
import { match } from '#src/matching/match.ts'
import { certain, type Guess, type MatchedRecord, type OutsideId } from '#src/matching/wanted-title.ts'
import { normalName } from '#src/search/words.ts'
import { numberedOutside, ownScheme, schemes } from './facts.ts'
import { kindOf, type PlexKind, ratingKeyIn, readRatingKey } from './rating-keys.ts'
import type { Wish } from './wish.ts'

/** What a media server knows about a title: its name, its guid, and the name of its file. */
export type Hints = {
  title: string | undefined
  year: number | undefined
  guid: string | undefined
  file: NamedFile | undefined
}

export const fileOf = (filename: string | undefined): NamedFile | undefined =>
  filename === undefined ? undefined : readFileName(filename)

/** When to ask again while the index of names is being built. */
const RETRY_SECONDS = 30

const sources: Readonly<Record<string, OutsideId['source']>> = Object.fromEntries(
  Object.entries(schemes).map(([source, scheme]) => [scheme, source as OutsideId['source']]),
)

/** The id in a guid such as `imdb://tt0133093`, if it is one of a system that is known here. */
export function outsideIdIn(guid: string | undefined): OutsideId[] {
  const [, scheme = '', value = ''] = /^(\w+):\/\/([\w-]+)$/.exec(guid ?? '') ?? []
  const source = Object.hasOwn(sources, scheme) ? sources[scheme] : undefined
  return source === undefined ? [] : [{ source, value }]
}

/** The number in a guid of the system whose numbers our ids are. */
function numberIn(guid: string | undefined): number | undefined {
  const [, scheme, digits] = /^(\w+):\/\/([1-9]\d{0,9})$/.exec(guid ?? '') ?? []
  return scheme === ownScheme ? Number(digits) : undefined
}

/** The record of a guid of ours; undefined if it is of another kind, or there is none. */
export async function recordOfGuid(wish: Wish, of: PlexKind, guid: string): Promise<MatchedRecord | undefined> {
  const key = ratingKeyIn(wish.identifier, guid)
  const item = key === undefined ? undefined : readRatingKey(key)
  if (!item || item.type === 'group' || kindOf(item.type) !== of) return undefined
  return { kind: of, id: await survivor(wish.context.db, of, item.id) }
}

const survivor = async (db: Reader, of: PlexKind, id: number) => (await survivorsOf(db, of, [id])).get(id)?.id ?? id

/**
 * The title that a number stands for: a record with this id, if it is not from the sample and was not numbered here, or
 * the one that the number leads to.
 */
async function recordOfNumber({ context: { db } }: Wish, of: PlexKind, number: number | undefined) {
  if (number === undefined || number > 2 ** 31 - 1) return undefined
  if ((await numberedOutside(db, of, [number])).has(number)) return { kind: of, id: number }
  const id = await survivor(db, of, number)
  return id === number ? undefined : { kind: of, id }
}

/** What a guid or a number says for sure. */
async function decided(wish: Wish, of: PlexKind, { guid, file }: Hints): Promise<MatchedRecord | undefined> {
  const own = guid === undefined ? undefined : await recordOfGuid(wish, of, guid)
  return own ?? recordOfNumber(wish, of, numberIn(guid) ?? file?.number)
}

/**
 * The titles that may be meant, the likeliest first: by the guid, by ids in the file name, by title and year, and by
 * the rest of the file name if that is less than certain.
 */
export async function titleGuesses(wish: Wish, of: PlexKind, hints: Hints): Promise<readonly Guess[]> {
  const known = await decided(wish, of, hints)
  if (known) return [{ record: known, certainty: 1 }]
  const { title, year, guid, file } = hints
  const fileIds = (file?.ids ?? []).filter(({ source }) => of !== 'movie' || source !== 'tvdata_id')
  const ids = [...outsideIdIn(guid), ...fileIds]
  const search = async ({ title, year, otherwise }: Named): Promise<readonly Guess[]> => {
    const titles = title === undefined ? [] : [title]
    if (titles.length === 0 && ids.length === 0) return []
    const found = await match(wish.context.db, { kinds: [of], ids, titles, year, otherwise })
    if (!found.isIndexed) throw new ApiError('unavailable', RETRY_SECONDS)
    return found.record ? [{ record: found.record, certainty: found.certainty }, ...found.others] : []
  }
  const named = file && file.title !== '' && isOther(file.title, title) ? file : undefined
  // A number at the end of the name may belong to the title.
  const ofFile = title?.endsWith(String(file?.year)) ? undefined : file?.year
  const otherwise = of === 'movie' && !named ? file?.otherwise : undefined
  const first = await search({ title, year: year ?? ofFile, otherwise })
  if (!named || (first[0]?.certainty ?? 0) >= certain) return first
  // Media servers take such a number for the year as well.
  const isOfTitle = year !== undefined && named.title.endsWith(String(year))
  const second = await search({ ...named, year: named.year ?? (isOfTitle ? undefined : year) })
  return (second[0]?.certainty ?? 0) > (first[0]?.certainty ?? 0) ? second : first
}

type Named = { [Key in 'title' | 'year' | 'otherwise']?: NamedFile[Key] | undefined }

const isOther = (one: string, other: string | undefined) => other === undefined || normalName(one) !== normalName(other)
