import { runLoop } from '#src/background/loop.ts'
import {
  type Certificate,
  type CertificateFiles,
  daysLeft,
  endsSoon,
  readCertificates,
} from '#src/certificates/read.ts'
import type { Log } from '#src/log.ts'
import { dayMs } from '#src/reference/days.ts'

/** What to do about a certificate that ends soon, or has ended. */
function endSentence({ file, leaf }: Certificate, now: Date): string {
  const days = daysLeft(leaf, now)
  const day = leaf.validToDate.toISOString().slice(0, 10)
  const end = days < 0 ? `expired on ${day}` : `expires on ${day}, in ${days === 1 ? '1 day' : `${days} days`}`
  return `The certificate in ${file} ${end}. Renew it, with \`reelcommons certificate\` if that made it.`
}

/** Warns in the log, now and on each day, of certificates that end soon. */
export async function watchCertificates(files: CertificateFiles, log: Log, signal: AbortSignal): Promise<void> {
  if (files.tlsCertificate === '') return
  const look = async () => {
    const now = new Date()
    for (const certificate of readCertificates(files))
      if (endsSoon(certificate.leaf, now)) log.warn(endSentence(certificate, now))
  }
  const failed = (error: unknown) => log.warn({ err: error }, 'the certificate cannot be read')
  await runLoop(look, { restMs: dayMs, signal, failed })
}
