import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { FetchError } from '#src/import/fetch.ts'
import type { InputLine } from '#src/import/import.ts'
import { withPictures } from '#src/import/pictures.ts'
import { openMedia } from '#src/media/media.ts'
import { PictureError } from '#src/media/refusals.ts'
import { picturePath } from '../format/names.ts'
import { digestOf } from '../format/read.ts'
import { FollowProblem, TemporaryProblem } from './problems.ts'
import type { Place } from './reaching/place.ts'
import type { Selection } from './selection.ts'

type Opening = {
  db: Database
  config: Config
  place: Place
  selection: Selection
  /** What goes wrong with a picture, and stops nothing. */
  failed(error: unknown): void
}

/** What a line says of the bytes of an image. */
const Published = Compile(
  Type.Object({
    path: Type.String(),
    bytes: Type.Integer({ minimum: 1 }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  }),
)

/** Whether a picture may come the next time: one that is refused for good is left out. */
const isAway = (error: unknown): boolean =>
  !(error instanceof FollowProblem) || error instanceof TemporaryProblem || error.problem.is === 'unreachable'

/** Brings pictures here, checked and encoded anew like any other; undefined if none are wanted. */
export function openPictures({ db, config, place, selection, failed }: Opening) {
  if (selection.pictures !== 'fetch') return undefined
  const media = openMedia({ db, config, onError: failed })

  async function* bytesOf({ path, bytes, sha256 }: { path: string; bytes: number; sha256: string }) {
    const all: Buffer[] = []
    try {
      const { chunks } = await place.open(path, { from: 0, bytes: Math.min(bytes, config.imageBytes) })
      for await (const chunk of chunks) all.push(chunk)
    } catch (error) {
      throw isAway(error) ? error : new FetchError((error as Error).message)
    }
    const content = Buffer.concat(all)
    if (digestOf(content) !== sha256) throw new FetchError('has other bytes than its line says')
    yield content
  }

  /** What has no room now may have some later: the record waits for it. Drawings of samples are drawings of lines. */
  const putWhereRoom: typeof media.put = (content, putting) =>
    media.put(content, { ...putting, drawsLines: true }).catch((error: unknown) => {
      const isFull = error instanceof PictureError && error.reason === 'no_room'
      throw isFull ? new FollowProblem('disk_full', 'a picture cannot be stored') : error
    })

  /** Only what stands under its own digest is fetched: a path leads nowhere else. */
  const contentOf = ({ picture }: Record<string, unknown>) => {
    if (!Published.Check(picture)) return undefined
    const ending = /\.([a-z]{3,4})$/.exec(picture.path)?.[1] ?? ''
    return picture.path === picturePath(picture.sha256, ending) ? bytesOf(picture) : undefined
  }

  return {
    /** The same lines, with pictures of this server; a record does not go because a picture of it is broken. */
    withPictures: (lines: AsyncIterable<readonly InputLine[]>) =>
      withPictures(lines, {
        media: { put: putWhereRoom },
        isTrial: false,
        contentOf,
        onRefusedPicture: ({ reason }) => failed(new Error(reason)),
      }),
    close: media.close,
  }
}
