import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import type { InputLine } from '#src/import/import.ts'
import { withPictures } from '#src/import/pictures.ts'
import { openMedia } from '#src/media/media.ts'
import { picturePath } from '../format/names.ts'
import { digestOf } from '../format/read.ts'
import { FollowProblem } from './problems.ts'
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

const isDigest = /^[0-9a-f]{64}$/
const endings: ReadonlySet<string> = new Set(['jpg', 'png', 'svg', 'webp', 'avif', 'gif'])

/** Brings pictures here, checked and encoded anew like any other; undefined if none are wanted. */
export function openPictures({ db, config, place, selection, failed }: Opening) {
  if (selection.pictures !== 'fetch') return undefined
  const media = openMedia({ db, config, onError: failed })

  async function* bytesOf(sha256: string, ending: string): AsyncGenerator<Buffer> {
    const path = picturePath(sha256, ending)
    const { chunks } = await place.open(path, { from: 0, bytes: config.imageBytes })
    const all: Buffer[] = []
    for await (const chunk of chunks) all.push(chunk)
    const bytes = Buffer.concat(all)
    if (digestOf(bytes) !== sha256) throw new FollowProblem('digest', path)
    yield bytes
  }

  const contentOf = ({ sha256, file_path }: Record<string, unknown>) => {
    const ending = /\.([a-z]{3,4})$/.exec(String(file_path ?? ''))?.[1] ?? ''
    if (typeof sha256 !== 'string' || !isDigest.test(sha256) || !endings.has(ending)) return undefined
    return bytesOf(sha256, ending)
  }

  return {
    /** The same lines, with pictures of this server; a record does not go because a picture of it is broken. */
    withPictures: (lines: AsyncIterable<readonly InputLine[]>) =>
      withPictures(lines, {
        media,
        isTrial: false,
        contentOf,
        onRefusedPicture: ({ reason }) => failed(new Error(reason)),
      }),
    close: media.close,
  }
}
