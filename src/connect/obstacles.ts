import {
  type Certificate,
  CertificateError,
  daysLeft,
  endsSoon,
  isFor,
  readCertificates,
} from '#src/certificates/read.ts'
import type { Config } from '#src/config.ts'
import { isLoopback } from '#src/mail/transport.ts'
import type { Texts } from '#src/texts/index.ts'

/** What in the settings keeps apps from the server, or from what its replies name. */
export type Obstacle =
  /** Only this machine reaches it, and no proxy is named. */
  | { is: 'only_here' }
  | { is: 'site_unset' }
  /** `site` begins with http, and the server speaks https. */
  | { is: 'site_not_encrypted'; site: string }
  /** Apps ask the names of `appHosts` by https, and the server speaks http. */
  | { is: 'not_encrypted' }
  | { is: 'certificate_unreadable'; why: string }
  | { is: 'certificate_ends'; certificate: Certificate; days: number }
  /** No certificate names this host. */
  | { is: 'not_named'; name: string }

export const isOnlyHere = ({ host, proxies }: Pick<Config, 'host' | 'proxies'>): boolean =>
  isLoopback(host) && proxies === ''

/** What is wrong with `site`; unset is no fault where nobody else asks and no mail is sent. */
export function siteObstacle({ site, host, smtp, tlsCertificate }: Config): Obstacle | undefined {
  if (site === '') return smtp !== '' || !isLoopback(host) ? { is: 'site_unset' } : undefined
  return tlsCertificate !== '' && !/^https:/i.test(site) ? { is: 'site_not_encrypted', site } : undefined
}

/** The host names of `appHosts`. */
export const hostsOfApps = ({ appHosts }: Config): string[] => appHosts.split(',').filter(Boolean)

/** Certificates that can be read, and what is wrong with them and their names. */
export function certificateObstacles(
  config: Config,
  now: Date,
): { certificates: readonly Certificate[]; obstacles: Obstacle[] } {
  const hosts = hostsOfApps(config)
  if (config.tlsCertificate === '') {
    const isBare = hosts.length > 0 && !/^https:/i.test(config.site)
    return { certificates: [], obstacles: isBare ? [{ is: 'not_encrypted' }] : [] }
  }
  try {
    const certificates = readCertificates(config)
    const ending = certificates.filter(({ leaf }) => endsSoon(leaf, now))
    const site = URL.parse(config.site)?.hostname.replace(/^\[(.*)\]$/, '$1')
    const names = [...hosts, ...(site ? [site] : [])]
    const missing = names.filter((name) => !certificates.some((each) => isFor(each, name)))
    return {
      certificates,
      obstacles: [
        ...ending.map(
          (each) => ({ is: 'certificate_ends', certificate: each, days: daysLeft(each.leaf, now) }) as const,
        ),
        ...missing.map((name) => ({ is: 'not_named', name }) as const),
      ],
    }
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error
    return { certificates: [], obstacles: [{ is: 'certificate_unreadable', why: error.message }] }
  }
}

/** All that the settings say, the worst first. */
export function obstaclesOf(config: Config, now: Date): Obstacle[] {
  const site = siteObstacle(config)
  return [
    ...(isOnlyHere(config) ? [{ is: 'only_here' } as const] : []),
    ...certificateObstacles(config, now).obstacles,
    ...(site ? [site] : []),
  ]
}

/** What an obstacle is, as a sentence in which backticks mark what is typed. */
export function obstacleSentence({ connect: { obstacle: words } }: Texts, obstacle: Obstacle): string {
  if (obstacle.is === 'certificate_ends') {
    const { days, certificate } = obstacle
    return days < 0 ? words.certificate_ended(certificate.file) : words.certificate_ends(certificate.file, String(days))
  }
  if (obstacle.is === 'site_not_encrypted') return words.site_not_encrypted(obstacle.site)
  if (obstacle.is === 'certificate_unreadable') return words.certificate_unreadable(obstacle.why)
  if (obstacle.is === 'not_named') return words.not_named(obstacle.name)
  return words[obstacle.is]
}
