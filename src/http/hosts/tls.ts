import type { Server, ServerOptions } from 'node:https'
import { type Certificate, type CertificateFiles, isFor, readCertificates, stateOf } from '#src/certificates/read.ts'
import type { Log } from '#src/log.ts'

/** How often the files are checked: a link that leads elsewhere is noticed, too. */
export const CERTIFICATE_CHECK_MS = 2_000

export type ServedCertificates = ReturnType<typeof openCertificates>

/**
 * The certificates that a server shows: the first one that names the requested host, or the first of all. Throws
 * `CertificateError` if they cannot be read. `watch` reads them again when their files have changed; if something is
 * wrong then, it is logged once, and the previous ones are shown. Open connections continue.
 */
export function openCertificates(files: CertificateFiles, log: () => Log) {
  let state = stateOf(files)
  let certificates = readCertificates(files)

  const certificateFor = (host: string): Certificate =>
    certificates.find((each) => isFor(each, host)) ?? (certificates[0] as Certificate)

  /** For clients that name no host. */
  const secure = () => ({ ...(certificates[0] as Certificate).pem, minVersion: 'TLSv1.2' as const })

  /** Reads the files again if they have changed. Returns whether there are other certificates now. */
  function reload(tried: { state: string }): boolean {
    const found = stateOf(files)
    if (found === state) return false
    try {
      certificates = readCertificates(files)
      state = found
      return true
    } catch (error) {
      if (tried.state !== found) log().warn({ err: error }, 'the new certificate cannot be read; the old one is shown')
      tried.state = found
      return false
    }
  }

  return {
    /** Whether one of them names a host. */
    isNamed: (host: string): boolean => certificates.some((each) => isFor(each, host)),
    options: (): ServerOptions => ({
      ...secure(),
      SNICallback: (host, done) => done(null, certificateFor(host).context),
    }),
    watch(server: Server): void {
      const tried = { state: '' }
      const timer = setInterval(() => {
        if (!reload(tried)) return
        server.setSecureContext(secure())
        log().info('the certificate has changed')
      }, CERTIFICATE_CHECK_MS)
      timer.unref()
      server.on('close', () => clearInterval(timer))
    },
  }
}
