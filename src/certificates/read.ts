import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'

/** A certificate that a server shows, and what it shows it with. */
export type Certificate = {
  file: string
  leaf: X509Certificate
  /** Host names and addresses, in lower case, as they stand in it. */
  names: readonly string[]
  context: SecureContext
  pem: { cert: Buffer; key: Buffer }
}

/** Files of certificates and of their keys, with commas between them. */
export type CertificateFiles = { tlsCertificate: string; tlsKey: string }

/** A file that cannot be served; the message is a sentence for the person who set it. */
export class CertificateError extends Error {
  override name = 'CertificateError'
}

const dayMs = 86_400_000
/** When the end of a certificate is near: so many days before, or in the last quarter of a short one. */
const WARNING_DAYS = 30

/** The certificates of the settings, in their order. Throws `CertificateError`. */
export function readCertificates({ tlsCertificate, tlsKey }: CertificateFiles): Certificate[] {
  if (tlsCertificate === '') return []
  const keys = tlsKey.split(',')
  return tlsCertificate.split(',').map((file, index) => readOne(file, keys[index] as string))
}

function readOne(file: string, keyFile: string): Certificate {
  const [cert, key] = [contentOf(file), contentOf(keyFile)]
  const leaf = attempt(() => new X509Certificate(cert), `${file} holds no certificate in PEM.`)
  const secret = attempt(() => createPrivateKey(key), `${keyFile} holds no private key in PEM, or an encrypted one.`)
  if (!leaf.checkPrivateKey(secret))
    throw new CertificateError(`The key in ${keyFile} is not that of the certificate in ${file}.`)
  const make = () => createSecureContext({ cert, key, minVersion: 'TLSv1.2' })
  const context = attempt(make, `The certificate in ${file} cannot be used.`)
  return { file, leaf, names: namesOf(leaf), context, pem: { cert, key } }
}

function contentOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new CertificateError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function attempt<Result>(make: () => Result, sentence: string): Result {
  try {
    return make()
  } catch {
    throw new CertificateError(sentence)
  }
}

/** What changes when one of the files does. */
export const stateOf = ({ tlsCertificate, tlsKey }: CertificateFiles): string =>
  [...tlsCertificate.split(','), ...tlsKey.split(',')]
    .map((file) => statSync(file, { throwIfNoEntry: false }))
    .map((stats) => (stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : 'none'))
    .join(', ')

/** The host names and addresses of a certificate. */
export const namesOf = ({ subjectAltName = '' }: X509Certificate): string[] =>
  subjectAltName
    .split(', ')
    .map((name) => /^(?:DNS|IP Address):(.+)$/.exec(name)?.[1]?.toLowerCase())
    .filter((name) => name !== undefined)

/** Whether a certificate is for a host, wildcards included. */
export const isFor = ({ leaf }: Pick<Certificate, 'leaf'>, host: string): boolean =>
  (isIP(host) ? leaf.checkIP(host) : leaf.checkHost(host)) !== undefined

/** Days until a certificate ends; below zero when it has. */
export const daysLeft = (leaf: X509Certificate, now: Date): number =>
  Math.floor((leaf.validToDate.getTime() - now.getTime()) / dayMs)

/** Whether it is time to renew a certificate. */
export function endsSoon(leaf: X509Certificate, now: Date): boolean {
  const days = (leaf.validToDate.getTime() - leaf.validFromDate.getTime()) / dayMs
  return daysLeft(leaf, now) < Math.min(WARNING_DAYS, days / 4)
}
