import { daysLeft } from '#src/certificates/read.ts'
import type { Config } from '#src/config.ts'
import { certificateObstacles, isOnlyHere, type Obstacle, siteObstacle } from '#src/connect/obstacles.ts'
import { isLoopback } from '#src/mail/transport.ts'
import { type Area, type Finding, found, type State } from './findings.ts'

/** What the settings say about how others reach the server. */

const obstacle = (area: Area, state: State, is: Obstacle): Finding => ({ area, state, obstacle: is })

export function checkAddress(config: Config): Finding {
  const place = `${config.host} port ${config.port}`
  if (isOnlyHere(config)) return obstacle('address', 'note', { is: 'only_here' })
  return found('address', 'well', isLoopback(config.host) ? 'behind_proxy' : 'reached', place)
}

export function checkSite(config: Config): Finding {
  const fault = siteObstacle(config)
  if (fault) return obstacle('site', fault.is === 'site_unset' ? 'note' : 'wrong', fault)
  return config.site === '' ? found('site', 'well', 'site_not_needed') : found('site', 'well', 'site_set', config.site)
}

export function checkCertificates(config: Config, now: Date): Finding[] {
  const { certificates, obstacles } = certificateObstacles(config, now)
  const faults = obstacles.map((each) => obstacle('certificate', each.is === 'not_encrypted' ? 'note' : 'wrong', each))
  if (config.tlsCertificate === '') return faults.length > 0 ? faults : [found('certificate', 'well', 'no_certificate')]
  const ending = obstacles.map((each) => each.is === 'certificate_ends' && each.certificate)
  const valid = certificates.filter((each) => !ending.includes(each))
  return [
    ...valid.map(({ file, names, leaf }) =>
      found('certificate', 'well', 'certificate_valid', file, names.join(', '), String(daysLeft(leaf, now))),
    ),
    ...faults,
  ]
}
