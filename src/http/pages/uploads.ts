import { once } from 'node:events'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#src/config.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { maxFileName } from '#src/matching/file-names.ts'
import { maxFieldLength } from '#src/pages/limits.ts'
import type { Page, Upload } from '#src/pages/page.ts'

/** Bytes that a character takes up to. */
const BYTES_OF_CHARACTER = 3
/** What else a form with a file may contain. A longer field is cut, but stays too long to pass for a whole one. */
const limits = {
  ...{ fields: 10, fieldNameSize: 100, fieldSize: BYTES_OF_CHARACTER * maxFieldLength + 1 },
  ...{ files: 1, parts: 12, headerPairs: 20 },
}
/** For the fields, and the boundaries between the parts. */
const ROOM_BYTES = 65_536

type Read = { form: URLSearchParams; upload: Upload | undefined; end(): Promise<void> }

/**
 * Reads a form up to its file. Fields after the file are not read, so they have to come before it. `end` reads the rest
 * and has to be called: browsers show no answer before they have sent everything.
 */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<Read> {
  const form = new URLSearchParams()
  const length = Number(request.headers['content-length'])
  // Browsers send the length.
  if (!request.isMultipart() || !Number.isInteger(length)) return { form, upload: undefined, end: async () => {} }
  if (length > endless(maxBytes)) throw new ApiError('body_too_large')
  const part = await firstFile(request, maxBytes)
  for (const field of Object.values(part?.fields ?? {}).flat()) {
    if (field?.type === 'field' && typeof field.value === 'string') form.append(field.fieldname, field.value)
  }
  const end = async () => {
    part?.file.resume()
    if (!request.raw.readableEnded && !request.raw.destroyed) {
      request.raw.resume()
      await Promise.race([once(request.raw, 'end'), once(request.raw, 'close')])
    }
  }
  const upload = part && {
    name: (part.filename ?? '').slice(0, maxFileName),
    content: part.file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>,
  }
  return { form, upload, end }
}

/** The first file of a form, with the fields before it; undefined if there is none. */
async function firstFile(request: FastifyRequest, maxBytes: number) {
  try {
    return await request.file({ limits: { ...limits, fileSize: maxBytes + 1 }, throwFileSizeLimit: false })
  } catch (error) {
    // Every error of the parser is the client's fault.
    throw new ApiError((error as { statusCode?: number }).statusCode === 413 ? 'body_too_large' : 'invalid_input')
  }
}

/** So much is read and thrown away, so that the browser shows the page that says it was too much. */
const endless = (maxBytes: number) => 4 * maxBytes + ROOM_BYTES

/** The most bytes of the file of a form. */
export const mostBytes = ({ fileBytes }: Page, config: Config): number =>
  typeof fileBytes === 'function' ? fileBytes(config) : (fileBytes ?? config.imageBytes)
