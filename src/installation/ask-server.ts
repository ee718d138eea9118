import type { X509Certificate } from 'node:crypto'
import { request } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { CertificateError, isFor, namesOf, readCertificates } from '#src/certificates/read.ts'
import { type Config, siteAddress } from '#src/config.ts'
import { hostsOfApps } from '#src/connect/obstacles.ts'
import { type Finding, found } from './findings.ts'

/** How long a server may take to answer. */
const ANSWER_MS = 5_000
/** Names under which a server is asked, the first of all that it serves. */
const maxNames = 10

/** Whether a server answers at the address of the settings, and with their certificates if it speaks https. */
export async function checkServer(config: Config): Promise<Finding[]> {
  const address = siteAddress({ ...config, site: '' })
  if (config.tlsCertificate !== '') return askEncrypted(config, address)
  try {
    const { ok, status } = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) })
    return [ok ? found('server', 'well', 'answers', address) : badly(address, status)]
  } catch {
    return [silent(address)]
  }
}

const badly = (address: string, status: number) => found('server', 'wrong', 'answers_badly', address, String(status))
const silent = (address: string) => found('server', 'note', 'answers_nothing', address)

/**
 * Asks under each name that people and apps use. Certificates of a private authority are trusted by nobody here, so the
 * one that is shown has to be, byte by byte, one of the settings: whoever shows it has its key.
 */
async function askEncrypted(config: Config, address: string): Promise<Finding[]> {
  const certificates = attemptToRead(config)
  // That they cannot be read is a finding of its own.
  if (certificates.length === 0) return [silent(address)]
  const site = URL.parse(config.site)?.hostname
  const wanted = [...hostsOfApps(config), ...(site ? [site] : [])].filter((name) =>
    certificates.some((each) => isFor(each, name)),
  )
  const names = wanted.length > 0 ? wanted : certificates.flatMap((each) => each.names)
  const served: string[] = []
  for (const name of new Set(names.slice(0, maxNames))) {
    const answer = await askAs(address, name)
    if (answer === undefined) return [silent(address)]
    const { shown, status } = answer
    const isOurs = shown && isFor({ leaf: shown }, name) && certificates.some(({ leaf }) => leaf.raw.equals(shown.raw))
    if (!isOurs) {
      const [all, end] = shown ? [namesOf(shown).join(', '), dayOf(shown)] : ['–', '–']
      return [found('server', 'wrong', 'shows_another', address, name, all, end)]
    }
    if (status !== 200) return [badly(address, status)]
    served.push(name)
  }
  return [found('server', 'well', 'answers_encrypted', address, served.join(', '))]
}

const dayOf = ({ validToDate }: X509Certificate) => validToDate.toISOString().slice(0, 10)

function attemptToRead(config: Config) {
  try {
    return readCertificates(config)
  } catch (error) {
    if (error instanceof CertificateError) return []
    throw error
  }
}

type Answer = { shown: X509Certificate | undefined; status: number }

/** What is shown and answered to who asks for a name at an address; undefined if nothing is. */
const askAs = (address: string, name: string): Promise<Answer | undefined> =>
  new Promise((resolve) => {
    const asking = request(
      `${address}/healthz`,
      // Nothing secret is sent, and what is shown is compared afterwards.
      { servername: name, rejectUnauthorized: false, agent: false, timeout: ANSWER_MS },
      (reply) => {
        const shown = (reply.socket as TLSSocket).getPeerX509Certificate()
        reply.resume()
        resolve({ shown, status: reply.statusCode ?? 0 })
      },
    )
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => resolve(undefined))
    asking.end()
  })
