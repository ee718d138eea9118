import type { KeyObject } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { writeLasting } from '#src/files/lasting.ts'
import { makeFolder } from '#src/files/make-folder.ts'
import { KeyChange } from '../format/schemas.ts'
import {
  instanceIdOfKey,
  keyChange,
  makePrivateKey,
  publicKeyOf,
  readPrivateKey,
  textOfPrivateKey,
} from '../format/signatures.ts'

/** The key with which an instance signs, and the ones before it. */
export type InstanceKey = { key: KeyObject; changes: readonly KeyChange[]; id: string }

/** The key cannot be used; the message is a sentence for whoever runs the server. */
export class KeyError extends Error {
  override name = 'KeyError'
}

const Stored = Type.Object({ private_key: Type.String(), changes: Type.Array(KeyChange) })
type Stored = Static<typeof Stored>

const ownerOnly = 0o077
const folderIn = (data: string) => join(data, 'commons')
/** Where the key is in the data folder: readable by its owner alone, and in backups only if somebody wants that. */
export const keyPath = join('commons', 'key.json')
export const keyFileIn = (data: string): string => join(data, keyPath)

const instanceOf = (key: KeyObject, changes: readonly KeyChange[]): InstanceKey => ({
  key,
  changes,
  id: instanceIdOfKey(changes[0]?.public_key ?? publicKeyOf(key)),
})

/** The key of an instance; undefined if it was never made. */
export async function findKey(data: string): Promise<InstanceKey | undefined> {
  const path = keyFileIn(data)
  const found = await stat(path).catch(() => undefined)
  if (!found) return undefined
  if (process.platform !== 'win32' && (found.mode & ownerOnly) !== 0)
    throw new KeyError(
      `Others can read the key in ${path}: run chmod 600 on it, and rotate it if somebody has read it.`,
    )
  try {
    const stored = Value.Parse(Stored, JSON.parse(await readFile(path, 'utf8'))) as Stored
    return instanceOf(readPrivateKey(stored.private_key), stored.changes)
  } catch {
    throw new KeyError(`The key in ${path} is damaged: put a copy of it back.`)
  }
}

async function write(data: string, key: KeyObject, changes: readonly KeyChange[]): Promise<InstanceKey> {
  await makeFolder(folderIn(data))
  const stored: Stored = { private_key: textOfPrivateKey(key), changes: [...changes] }
  await writeLasting(keyFileIn(data), `${JSON.stringify(stored, null, 2)}\n`, 0o600)
  return instanceOf(key, changes)
}

/** Makes the key of an instance, which has none. */
export const makeKey = (data: string): Promise<InstanceKey> => write(data, makePrivateKey(), [])

/** Makes a new key, signed by the one before: whoever follows this instance goes on doing so. */
export async function rotateKey(data: string): Promise<InstanceKey> {
  const old = await findKey(data)
  if (!old) throw new KeyError('There is no key yet: it is made when the catalogue is published for the first time.')
  const next = makePrivateKey()
  return write(data, next, [...old.changes, keyChange(old.key, next)])
}
