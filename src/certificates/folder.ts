import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removeAbandoned, writeLasting } from '#src/files/lasting.ts'
import { makeFolder } from '#src/files/make-folder.ts'
import type { Made } from './make.ts'
import { type CertificateName, isPermitted, readName } from './names.ts'
import { namesOf } from './read.ts'

/** Keys are for the owner of the files alone, and certificates for everybody who serves them. */
const KEY_MODE = 0o600
const CERTIFICATE_MODE = 0o644

/** Loaded to make a certificate: a server only wants to know where they lie. */
const making = () => import('./make.ts')

/** Why a certificate cannot be made; the message is a sentence or two, with what to do. */
class FolderError extends Error {
  override name = 'FolderError'
}

/** There is no certificate yet whose names could be taken. */
export class NamesMissingError extends FolderError {
  override name = 'NamesMissingError'
}

export const filesIn = (folder: string) => ({
  authority: join(folder, 'authority.crt'),
  authorityKey: join(folder, 'authority.key'),
  certificate: join(folder, 'certificate.pem'),
  key: join(folder, 'certificate.key'),
})

type Wanted = {
  folder: string
  /** None: those of the certificate that is there. */
  names: readonly CertificateName[]
  now: Date
  /** Whether an authority that is there is replaced. */
  isNew: boolean
  /** Whether the key of the authority is thrown away. */
  forgets: boolean
}

/** Makes a certificate, and an authority if there is none that may sign it. Throws `FolderError`. */
export async function makeIn({ folder, names: wanted, now, isNew, forgets }: Wanted) {
  const { AUTHORITY_DAYS, CERTIFICATE_DAYS, makeAuthority, makeCertificate } = await making()
  const files = filesIn(folder)
  const names = wanted.length > 0 ? wanted : await namesBefore(files.certificate)
  const known = isNew ? undefined : await authorityIn(folder, names, now)
  const authority = known ?? makeAuthority(names, now, forgets ? CERTIFICATE_DAYS : AUTHORITY_DAYS)
  const made = makeCertificate(names, authority, now)
  await makeFolder(folder)
  await removeAbandoned(folder)
  if (!known) {
    await writeLasting(files.authority, authority.certificate, CERTIFICATE_MODE)
    if (!forgets) await writeLasting(files.authorityKey, pemOf(authority), KEY_MODE)
  }
  if (forgets) await rm(files.authorityKey, { force: true })
  // A server that reads both in between notices that they do not belong together, and tries again.
  await writeLasting(files.key, pemOf(made), KEY_MODE)
  await writeLasting(files.certificate, made.certificate, CERTIFICATE_MODE)
  return {
    files,
    names,
    isNewAuthority: !known,
    authority: new X509Certificate(authority.certificate),
    leaf: new X509Certificate(made.certificate),
  }
}

async function namesBefore(file: string): Promise<CertificateName[]> {
  const pem = await contentOf(file)
  if (pem === undefined) throw new NamesMissingError('Name the hosts that the certificate is for, such as films.lan.')
  return namesOf(new X509Certificate(pem)).map(readName)
}

/** The authority of a folder, if it has one. */
async function authorityIn(folder: string, names: readonly CertificateName[], now: Date): Promise<Made | undefined> {
  const { authority, authorityKey } = filesIn(folder)
  const certificate = await contentOf(authority)
  if (certificate === undefined) return undefined
  const another = '--new-authority makes another one, which every device has to install.'
  const key = await contentOf(authorityKey)
  if (key === undefined) throw new FolderError(`The key of the authority in ${folder} was deleted. ${another}`)
  if (new X509Certificate(certificate).validToDate <= now)
    throw new FolderError(`The authority in ${folder} has expired. ${another}`)
  const { permittedNames } = await making()
  const permitted = permittedNames(certificate)
  const other = names.find((name) => !isPermitted(name, permitted))
  if (other) throw new FolderError(`The authority in ${folder} may not sign for ${other.value}. ${another}`)
  return { certificate, key: createPrivateKey(key) }
}

const pemOf = ({ key }: Made): string => key.export({ type: 'pkcs8', format: 'pem' }) as string

const contentOf = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
