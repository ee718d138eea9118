import { pages } from '#src/pages/index.ts'
import { own } from '../support/world/own.ts'
import { filledIn } from '../support/world/own-requests.ts'

/** A page that somebody sees. Strangers see only what those who are signed in do not. */
export type Address = { path: string; isStranger: boolean }

/** What a page needs behind its path. */
const queries: Readonly<Record<string, string>> = {
  '/report': '?what=record&of=movie+503',
  '/search': '?query=the',
}

/** Addresses in which a parameter means something else than its name says. */
const others: Readonly<Record<string, string>> = {
  '/moderation/reports/{id}': `/moderation/reports/${own.report}`,
  '/docs/guide/{document}': '/docs/guide/behaviour',
  '/docs/guide/decisions/{decision}': '/docs/guide/decisions/0126-drafts-stay-in-the-browser',
  '/docs/{contract}/{group}': '/docs/interface/movie',
  '/docs/shape/{contract}/{shape}': '/docs/shape/interface/Genre',
}

/** Files, feeds and streams are not pages. */
export const isPage = (type: string | null | undefined) => type?.startsWith('text/html') === true

/**
 * Every page that a GET of the program brings, at the first address that has one. `asked` are addresses of which one
 * wants to know, or all. Pages that nobody gets to see so are in `missing`.
 */
export async function addressesOf(site: string, cookie: string, asked: readonly string[]) {
  const found: Address[] = []
  const missing: string[] = []
  for (const { method, path: pattern } of pages) {
    if (method !== 'GET') continue
    const paths = filledIn(others[pattern] ?? pattern).filter(
      (path) => asked.length === 0 || asked.some((text) => path.includes(text)),
    )
    const address = await firstPage(site, cookie, pattern, paths)
    if (address) found.push(address)
    else if (paths.length > 0) missing.push(pattern)
  }
  return { found, missing }
}

async function firstPage(site: string, cookie: string, pattern: string, paths: readonly string[]) {
  for (const isStranger of [false, true])
    for (const place of paths) {
      const asked = place + (queries[pattern] ?? (await momentsOf(site, place)))
      const path = await movedTo(site, asked)
      const reply = await fetch(site + path, { redirect: 'manual', headers: isStranger ? {} : { cookie } })
      await reply.body?.cancel()
      if (reply.status === 200 && isPage(reply.headers.get('content-type'))) return { path, isStranger }
    }
}

/** The address with the title of a record in it, to which one without leads for good. */
export async function movedTo(site: string, path: string): Promise<string> {
  const reply = await fetch(site + path, { redirect: 'manual' })
  await reply.body?.cancel()
  const place = reply.status === 301 ? reply.headers.get('location') : undefined
  return place ? place.replace(site, '') : path
}

/** Moments of a record that its history offers, for the pages that show one or compare two. */
async function momentsOf(site: string, path: string): Promise<string> {
  if (!/\/history\/(then|compare)$/.test(path)) return ''
  const history = await fetch(site + path.replace(/\/\w+$/, ''))
  const moments = [...(await history.text()).matchAll(/\/history\/then\?revision=(\d+)/g)].map(([, moment]) => moment)
  return path.endsWith('then') ? `?revision=${moments[0]}` : `?from=${moments.at(-1)}&to=${moments[0]}`
}
