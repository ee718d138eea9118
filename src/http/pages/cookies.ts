import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { STEP_MINUTES } from '#src/accounts/factors/sign-in-step.ts'
import { PLACE_DAYS } from '#src/accounts/places.ts'

/**
 * Cookies of the pages. `session` is the secret of the person who is signed in, `visitor` that of a browser in which
 * nobody is, `remembered` that by which a browser is recognised in which somebody has signed in before; `language`
 * and `appearance` are the person's choices, `notice` what the next page says, `new_key` a key or a link that it shows
 * once, and `step` the secret of a sign-in that still needs a code.
 */
const lifetimesSeconds = {
  session: 90 * 86_400,
  visitor: undefined,
  remembered: PLACE_DAYS * 86_400,
  language: 365 * 86_400,
  appearance: 365 * 86_400,
  notice: 60,
  new_key: 120,
  step: STEP_MINUTES * 60,
} as const

export type CookieName = keyof typeof lifetimesSeconds

/** Longest value of a cookie; ours are shorter, and no other is looked at. */
export const maxCookie = 200

/** Over https, browsers accept cookies with this prefix only from this very host. */
const nameOf = (name: CookieName, isSecure: boolean) => `${isSecure ? '__Host-' : ''}reelcommons_${name}`

export function readCookies({ headers }: FastifyRequest, isSecure: boolean): Partial<Record<CookieName, string>> {
  const { cookie } = headers
  if (cookie === undefined) return {}
  const given = parseCookie(cookie)
  const names = Object.keys(lifetimesSeconds) as CookieName[]
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given[nameOf(name, isSecure)]
      return value && value.length <= maxCookie ? [[name, value]] : []
    }),
  )
}

/** Sets a cookie; an empty value deletes it. */
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
