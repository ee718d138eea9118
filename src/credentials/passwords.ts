import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Passwords } from '#src/contract/write.ts'
import { openQueue } from './hashing-queue.ts'

/** Passwords that may wait. At about 0.1 s each, even the last one is answered in time. */
const WAITING_HASHINGS = 32
/** The most of those waiting and running that may come through the interface. The rest is left for the pages. */
export const INTERFACE_HASHINGS = 16
/** For new passwords: OWASP's minimum for argon2id. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

const argon2id = promisify(argon2).bind(undefined, 'argon2id')

/**
 * Hashes at most `atOnce` passwords at a time: each takes 19 MiB and a core. Throws `unavailable` if too many wait.
 * What is stored has the form `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`.
 */
export function openPasswords(atOnce: number, derive = argon2id): Passwords {
  const inTurn = openQueue({ atOnce, waiting: WAITING_HASHINGS })
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES)
      const hash = await inTurn(() => derive({ message: password, nonce: salt, tagLength: HASH_BYTES, ...cost }))
      return encode(salt, hash)
    },
    async verify(password, stored) {
      const { hash, ...parameters } = stored
        ? decode(stored)
        : { ...cost, nonce: randomBytes(SALT_BYTES), hash: undefined }
      const tagLength = hash?.length ?? HASH_BYTES
      const derived = await inTurn(() => derive({ message: password, tagLength, ...parameters }))
      return hash !== undefined && timingSafeEqual(derived, hash)
    },
  }
}

/** The same for the interface, whose requests are many and may fill only their share of the queue. */
export function limitForInterface({ hash, verify }: Passwords): Passwords {
  const inShare = openQueue({ atOnce: INTERFACE_HASHINGS, waiting: 0 })
  return {
    hash: (password) => inShare(() => hash(password)),
    verify: (password, stored) => inShare(() => verify(password, stored)),
  }
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/={1,2}$/, '')

const encode = (salt: Buffer, hash: Buffer) =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(hash)}`

const encoded = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Stored passwords name their own parameters, so that those of new ones can change. */
function decode(stored: string) {
  const [, memory, passes, parallelism, salt, hash] = encoded.exec(stored) ?? []
  if (salt === undefined || hash === undefined) throw new Error('A stored password is not of the form that we write')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}
