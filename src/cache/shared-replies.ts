import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { programFolder } from '#src/package-root.ts'
import { bytesAt } from '#src/redis/client.ts'
import type { Redis } from '#src/redis/redis.ts'
import type { CachedReply } from './cached-reply.ts'
import { decodeReply, encodeReply, MOST_STORED_BYTES, STORED_FORM, type Stored } from './stored-reply.ts'

/** Replies that are stored at once; others are skipped meanwhile. */
export const MOST_FILLS = 32

type Sharing = {
  redis: Redis
  clock(): Date
  /** The folder of the program that renders them. */
  folder?: string
  /** Whatever else replies depend on that is not in the database. */
  scope(): unknown
  /** Gets errors where nobody waits for the outcome. */
  failed(error: unknown): void
}

export type SharedReplies = ReturnType<typeof openSharedReplies>

/**
 * Replies that the servers of one catalogue share. They are never invalidated: each is stored with its position in the
 * change log, which tells the server that finds it whether it is up to date. So nothing depends on what Redis has done,
 * lost or kept.
 */
export function openSharedReplies({ redis, clock, folder = programFolder, scope, failed }: Sharing) {
  const counts = { found: 0, missing: 0, old: 0, stored: 0 }
  let filling = 0
  const readProgram = openProgram(folder, failed)

  async function fill(within: string, stored: Stored, hasGrown: () => void) {
    const value = await encodeReply(stored)
    // Encoding has compressed the reply, which keeps the result.
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
     * The space for replies that are rendered from now on: a different one for each version of the program, incarnation
     * of the database, and scope. Undefined if it cannot be determined now.
     */
    async identify(incarnation: string | undefined): Promise<string | undefined> {
      if (incarnation === undefined || !redis.state().isThere) return undefined
      const digest = await readProgram()
      if (digest === undefined) return undefined
      const scopeText = JSON.stringify([digest, incarnation, scope()])
      return `reelcommons:replies:${STORED_FORM}:${hash('sha256', scopeText)}:`
    },

    /** A reply that some server has stored, if it is up to date. */
    async find(within: string, key: string, isCurrent: (stored: Stored) => boolean): Promise<CachedReply | undefined> {
      const value = await redis.ask((client) => bytesAt(client, keyOf(within, key)))
      const stored = value ? await decodeReply(key, value) : undefined
      const isFound = stored !== undefined && isCurrent(stored)
      counts[isFound ? 'found' : stored ? 'old' : 'missing']++
      return isFound ? stored.reply : undefined
    },

    /**
     * Stores a reply for other servers in the background, if there is capacity; skipped replies are soon rendered
     * again.
     */
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

/** The program is read once. If that fails it is tried again, and only the first error is reported. */
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

/** Differs between versions of the program, which may render other replies. */
async function programDigest(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(js|json|ts)$/.test(name))
  const digests = names.sort().map(async (name) => [name, hash('sha256', await readFile(join(folder, name)))])
  return hash('sha256', JSON.stringify(await Promise.all(digests)))
}
