import type { Static } from 'typebox'
import type { Image, ImagesReply, Metadata, MetadataReply } from './shapes.ts'
import { type Wish, withTags } from './wish.ts'

/** The number of entries if none is requested, and the most at once. */
const standardSize = 20
const maxEntries = 200

/** A list of which only some entries are read. */
export type Listed<Entry> = { all: readonly Entry[]; read(entries: readonly Entry[]): Promise<Metadata[]> }

/**
 * Where a page begins, counted from 0. By the description the first entry is number 1, and programs in use count from
 * 0: a start that is a multiple of the size is one of these, all others count from 1.
 */
function beginningOf({ start }: Wish, size: number): number {
  const countsFromZero = start === 0 || (size > 1 && start % size === 0)
  return countsFromZero ? start : start - 1
}

function pageOf<Entry>(wish: Wish, all: readonly Entry[]): readonly Entry[] {
  const size = Math.min(wish.size ?? standardSize, maxEntries)
  const beginning = beginningOf(wish, size)
  return all.slice(beginning, beginning + size)
}

const containerOf = ({ identifier, start: offset }: Wish, totalSize: number, size: number) => ({
  offset,
  totalSize,
  identifier,
  size,
})

/** The reply with a page of a list. */
export async function pageReply<Entry>(wish: Wish, { all, read }: Listed<Entry>) {
  const found = await read(pageOf(wish, all))
  return metadataReply(wish, found, all.length)
}

/** The reply with some items, which are all that there are unless `total` says more. */
export function metadataReply(wish: Wish, found: readonly Metadata[], total = found.length) {
  const MediaContainer = { ...containerOf(wish, total, found.length), Metadata: found }
  return withTags({ MediaContainer } as Static<typeof MetadataReply>, wish)
}

export function imagesReply(wish: Wish, images: readonly Image[]) {
  const MediaContainer = { ...containerOf(wish, images.length, images.length), Image: images }
  return withTags({ MediaContainer } as Static<typeof ImagesReply>, wish)
}
