import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Cookies of the pages. `session` is the secret of whoever is signed in, `visitor` one of a browser in which nobody is;
 * `language` is a choice of the person, `notice` what to say on the next page, `new_key` a key that is shown
 * there, once.
 */
const lifetimesSeconds = {
  session: 90 * 86_400,
  visitor: undefined,
  language: 365 * 86_400,
  notice: 60,
  new_key: 120,
} as const

export type CookieName = keyof typeof lifetimesSeconds

/** Where pages are served over https, a browser takes cookies of these names from this very host only. */
const nameOf = (name: CookieName, isSecure: boolean) => `${isSecure ? '__Host-' : ''}reelcommons_${name}`

export function readCookies({ headers }: FastifyRequest, isSecure: boolean): Partial<Record<CookieName, string>> {
  const { cookie } = headers
  if (cookie === undefined) return {}
  const given = parseCookie(cookie)
  const names = Object.keys(lifetimesSeconds) as CookieName[]
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given[nameOf(name, isSecure)]
      return value ? [[name, value]] : []
    }),
  )
}

/** Gives the browser a cookie; an empty value takes it away. */
export function setCookie(reply: FastifyReply, name: CookieName, value: string, isSecure: boolean) {
  const seconds = value === '' ? 0 : lifetimesSeconds[name]
  const cookie = stringifySetCookie({
    name: nameOf(name, isSecure),
    value,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    ...(seconds !== undefined && { maxAge: seconds }),
  })
  reply.header('set-cookie', cookie)
}
