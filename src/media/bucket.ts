import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { ApiError } from '#src/contract/statuses.ts'
import { isContentName } from '#src/files/content-names.ts'
import { PictureError } from './refusals.ts'
import { type Store, shardOf } from './store.ts'

/** The longest wait for a bucket that does not answer. */
const ANSWER_MS = 8_000
/** When to try again after a bucket could not be reached. */
const RETRY_SECONDS = 5
/** Objects in one page of the list. */
const PAGE_OBJECTS = 1_000
const prefix = 'originals/'

/** How servers of buckets say that they are full, or that the owner may not store more. */
const isFull = (error: unknown) => {
  const { status, code = '' } = error as { status?: number; code?: string }
  return status === 507 || /QuotaExceeded|StorageFull|InsufficientStorage/.test(code)
}

const keyOf = (name: string) => `${prefix}${shardOf(name)}/${name}`

/**
 * Originals in a bucket that speaks S3, at an address such as `https://key:secret@host/bucket?region=eu-1`. While the
 * bucket cannot be reached, requests are told to try again later, and where it is full, that there is no room.
 * `onError` gets the reason.
 */
export function bucketStore(address: string, onError: (error: unknown) => void): Store {
  // Most servers keep their pictures in a folder and need none of this code.
  let opened: ReturnType<typeof open> | undefined
  const bucket = () => {
    opened ??= open(address)
    return opened
  }
  async function reached<Result>(work: (client: Awaited<ReturnType<typeof open>>) => Promise<Result>): Promise<Result> {
    try {
      return await work(await bucket())
    } catch (error) {
      onError(error)
      if (isFull(error)) throw new PictureError('no_room')
      throw new ApiError('unavailable', RETRY_SECONDS)
    }
  }
  const has = (name: string) => reached(async (client) => (await client.objectExists(keyOf(name))) === true)
  return {
    has,
    // Servers of buckets check what they store.
    isWhole: has,
    async put(name, path) {
      if (await has(name)) return
      const content = await readFile(path)
      await reached((client) => client.putObject(keyOf(name), content, 'application/octet-stream'))
    },
    copy: (name, path) =>
      reached(async (client) => {
        const response = await client.getObjectResponse(keyOf(name))
        if (!response?.body) return false
        await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(path, { mode: 0o600 }))
        return true
      }),
    async *list() {
      const client = await bucket()
      for (let after: string | undefined; ; ) {
        const page = await client.listObjectsPaged('/', prefix, PAGE_OBJECTS, after)
        for (const { Key, Size, LastModified } of page?.objects ?? []) {
          const name = Key.slice(Key.lastIndexOf('/') + 1)
          if (isContentName(name)) yield { name, bytes: Number(Size), modified: new Date(LastModified) }
        }
        after = page?.nextContinuationToken
        if (!after) return
      }
    },
    async remove(name) {
      await (await bucket()).deleteObject(keyOf(name))
    },
  }
}

async function open(address: string) {
  const { S3mini } = await import('s3mini')
  const url = new URL(address)
  return new S3mini({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    endpoint: `${url.origin}${url.pathname}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    requestAbortTimeout: ANSWER_MS,
  })
}
