import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { isAbsolute, join, sep } from 'node:path'

/** Why a file that a line names is not read; the message is the end of a sentence about the field. */
export class LocalPictureError extends Error {
  override name = 'BesideError'
}

/** The bytes of a file in a folder or below it, and nowhere else, wherever links lead. */
export async function* readLocalPicture(folder: string, path: string): AsyncGenerator<Buffer> {
  if (path === '' || isAbsolute(path) || /[\0\\]|(^|\/)\.\.(\/|$)|^[A-Za-z]:/.test(path))
    throw new LocalPictureError('has to be a path inside the folder of the lines')
  const [within, place] = await Promise.all([realpath(folder), realpath(join(folder, path))]).catch(() => {
    throw new LocalPictureError('is not the path of a file')
  })
  if (!place.startsWith(within.endsWith(sep) ? within : within + sep))
    throw new LocalPictureError('leads outside the folder of the lines')
  // Does not follow a link that was made just now, and does not wait for a pipe.
  const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    if (!(await file.stat()).isFile()) throw new LocalPictureError('is not the path of a file')
    yield* file.createReadStream({ autoClose: false })
  } finally {
    await file.close()
  }
}
