import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { programFolder } from '#src/package-root.ts'
import { bytesAt } from '#src/redis/client.ts'
import type { Redis } from '#src/redis/redis.ts'
import type { CachedReply } from './cached-reply.ts'
import { decodeReply, encodeReply, MOST_STORED_BYTES, STORED_FORM, type Stored } from './stored-reply.ts'

/** So many replies are stored at once; while they are, others are not. */
export const MOST_FILLS = 32

type Sharing = {
  redis: Redis
  clock(): Date
  /** Where the program is, which renders them. */
  folder?: string
  /** What else replies depend on that is not in the database. */
  scope(): unknown
  /** Told what went wrong where nobody waits for it. */
  failed(error: unknown): void
}

export type SharedReplies = ReturnType<typeof openSharedReplies>

/**
 * Replies that servers of one catalogue share. They are purged nowhere: each is stored with the position in the change
 * log that it has at least, and whoever finds it tells by that whether it is old. So nothing depends on what Redis has
 * done, or lost, or kept.
 */
export function openSharedReplies({ redis, clock, folder = programFolder, scope, failed }: Sharing) {
  const counts = { found: 0, missing: 0, old: 0, stored: 0 }
  let filling = 0
  const readProgram = openProgram(folder, failed)

  async function fill(within: string, stored: Stored, hasGrown: () => void) {
    const value = await encodeReply(stored)
    // It was compressed for that, and keeps what came of it.
    hasGrown()
    const leftMs = stored.reply.endMs - clock().getTime()
    if (leftMs < 1) return
    const key = keyOf(within, stored.reply.key)
    const done = await redis.ask((client) => client.set(key, value, { PX: leftMs }))
    if (done) counts.stored++
  }

  return {
    counts,

    /**
     * The space in which replies are found and put that are rendered from now on: another one for each program,
     * incarnation of the database, and scope. Undefined where it cannot be told now.
     */
    async identify(incarnation: string | undefined): Promise<string | undefined> {
      if (incarnation === undefined || !redis.state().isThere) return undefined
      const digest = await readProgram()
      if (digest === undefined) return undefined
      const told = JSON.stringify([digest, incarnation, scope()])
      return `reelcommons:replies:${STORED_FORM}:${hash('sha256', told)}:`
    },

    /** A reply that some server has put there, if it is not too old. */
    async find(within: string, key: string, isCurrent: (stored: Stored) => boolean): Promise<CachedReply | undefined> {
      const value = await redis.ask((client) => bytesAt(client, keyOf(within, key)))
      const stored = value ? await decodeReply(key, value) : undefined
      const isFound = stored !== undefined && isCurrent(stored)
      counts[isFound ? 'found' : stored ? 'old' : 'missing']++
      return isFound ? stored.reply : undefined
    },

    /** Stores a reply for others, beside all else, if there is room for it. That there is none is soon known again. */
    put(within: string, stored: Stored, hasGrown: () => void): void {
      const { isNotFound, plain } = stored.reply
      if (isNotFound || plain.length > MOST_STORED_BYTES || filling === MOST_FILLS || !redis.state().isThere) return
      filling++
      fill(within, stored, hasGrown)
        .catch(failed)
        .finally(() => filling--)
    },
  }
}

const keyOf = (space: string, key: string) => space + hash('sha256', key)

/** The program is read once. Where that fails it is read again, and the first failure is told. */
function openProgram(folder: string, failed: (error: unknown) => void) {
  let digest: Promise<string | undefined> | undefined
  let hasFailed = false
  return (): Promise<string | undefined> => {
    digest ??= programDigest(folder).catch((error) => {
      digest = undefined
      if (!hasFailed) failed(error)
      hasFailed = true
      return undefined
    })
    return digest
  }
}

/** Another text for every other version of the program: it may render other replies. */
async function programDigest(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(js|json|ts)$/.test(name))
  const digests = names.sort().map(async (name) => [name, hash('sha256', await readFile(join(folder, name)))])
  return hash('sha256', JSON.stringify(await Promise.all(digests)))
}
