import type { FastifyRequest } from 'fastify'
import { isOriginOf } from '../hosts/app-hosts.ts'

/**
 * Whether a browser says that one of our pages sent the form. Old browsers say nothing; for them the token alone
 * decides.
 */
export function isFromOurPage({ headers }: FastifyRequest, site: string): boolean {
  const fetchSite = headers['sec-fetch-site']
  if (fetchSite !== undefined) return fetchSite === 'same-origin'
  const { origin } = headers
  if (origin === undefined) return true
  const from = URL.parse(origin)
  return from !== null && (from.origin === URL.parse(site)?.origin || isOriginOf(headers.host, from))
}
