import type { FastifyReply, FastifyRequest } from 'fastify'
import { findBrowserSession } from '#src/accounts/browser-sessions.ts'
import { type Appearance, isAppearance } from '#src/accounts/profile.ts'
import type { LiveSettings } from '#src/background/stored-settings.ts'
import { type SignUps, signUpsOf } from '#src/config.ts'
import { homeCountry, type Locale, localeTag, parseLocale } from '#src/contract/languages.ts'
import { textOf } from '#src/contract/parameters.ts'
import { countQueue } from '#src/contributions/editing/pending.ts'
import { newSecret } from '#src/credentials/secrets.ts'
import type { Database } from '#src/database/database.ts'
import { countUnread } from '#src/mail/notifications.ts'
import { makeFormToken } from '#src/pages/form-token.ts'
import { languageParameter, withoutSecrets } from '#src/pages/local-address.ts'
import type { RenderContext } from '#src/pages/page.ts'
import { maxCounted, type Viewer } from '#src/pages/viewer.ts'
import { formatOf } from '#src/texts/format.ts'
import { acceptedTags, isLanguage, type Language, noticeOf, preferredLanguage, textsNaming } from '#src/texts/index.ts'
import { type CookieName, readCookies, setCookie } from './cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, where that was looked up before the request was read. */
    visit: Visit | undefined
  }
}

/** One request of a browser: who is signed in, and its cookies. */
export type Visit = {
  /** Base address of this server's pages at the host that was asked. */
  site: string
  viewer: Viewer | undefined
  /** What the site is called. */
  siteName: string
  /** There is no account yet. */
  isNew: boolean
  /** Who can sign up. */
  signUps: SignUps
  /** Nobody is signed in, and the catalogue is private. */
  isClosed: boolean
  language: Language
  /** The address names a language that the visitor would not get otherwise: links and forms stay in it. */
  staysIn: Language | undefined
  appearance: Appearance
  /** The other languages that the browser accepts: missing texts are looked for there. */
  otherLanguages: readonly Locale[]
  /** The secret that its forms are bound to; undefined for a browser that has seen no page yet. */
  formSecret: string | undefined
  /** The secret of the person's session. */
  sessionSecret: string | undefined
  /** The name of the notice about the request before this one. */
  notice: string | undefined
  /** A key that was made by the request before this one. */
  newKey: string | undefined
  /** The secret of a sign-in with the right password that still needs a code. */
  step: string | undefined
  /** The secret by which a browser is recognised in which somebody signed in. */
  remembered: string | undefined
  set(name: CookieName, value: string): void
}

type Services = {
  db: Database
  settings: LiveSettings
  clock(): Date
  site(): string
  askedSite(host: string | undefined): string
}

/** Reads the cookies of a browser and finds the person who is signed in. */
export async function visitOf(request: FastifyRequest, reply: FastifyReply, services: Services): Promise<Visit> {
  await services.settings.fresh()
  const isSecure = services.site().startsWith('https:')
  const cookies = readCookies(request, isSecure)
  const viewer = cookies.session && (await findViewer(services.db, cookies.session, services.clock()))
  return visitFrom(request, reply, { cookies, isSecure, viewer: viewer || undefined, ...services })
}

/** The person whose session a browser's secret opens. */
async function findViewer(db: Database, secret: string, now: Date): Promise<Viewer | undefined> {
  const person = await findBrowserSession(db, secret, now)
  if (!person) return undefined
  const mayJudge = person.role !== 'member' || person.is_trusted
  const [unread, queued] = await Promise.all([
    countUnread(db, person.id),
    mayJudge ? countQueue(db, { reader: person.id, atMost: maxCounted + 1 }) : 0,
  ])
  return { ...person, displayName: person.name || person.username, unread, queued }
}

/** A visit without anything from the database, for pages that say that something went wrong. */
export function anonymousVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Pick<Services, 'site' | 'askedSite' | 'settings'>,
): Visit {
  const isSecure = services.site().startsWith('https:')
  return visitFrom(request, reply, {
    cookies: readCookies(request, isSecure),
    isSecure,
    viewer: undefined,
    ...services,
  })
}

type Known = {
  cookies: ReturnType<typeof readCookies>
  isSecure: boolean
  viewer: Viewer | undefined
} & Pick<Services, 'settings' | 'askedSite'>

/** The browser's languages in which texts are looked for that are missing in the page's own. */
const maxOtherLanguages = 3

function visitFrom(request: FastifyRequest, reply: FastifyReply, known: Known): Visit {
  const { cookies, isSecure, viewer, settings, askedSite } = known
  const { config } = settings
  const text = textOf(request.query, languageParameter)
  const named = text !== undefined && isLanguage(text) ? text : undefined
  const chosen = [viewer?.iso_639_1, cookies.language].find((code) => code !== undefined && isLanguage(code))
  const accepted = request.headers['accept-language']
  const own = (chosen as Language | undefined) ?? preferredLanguage(accepted)
  const language = named ?? own
  return {
    site: askedSite(request.headers.host),
    viewer,
    siteName: config.siteName,
    isNew: settings.isNew(),
    signUps: signUpsOf(config),
    isClosed: config.private && viewer === undefined,
    language,
    staysIn: named === own ? undefined : named,
    appearance: appearanceOf(viewer?.appearance, cookies.appearance),
    // An address that names its language shows the same to everybody.
    otherLanguages: named ? [] : localesBeside(language, accepted),
    formSecret: viewer ? cookies.session : cookies.visitor,
    sessionSecret: cookies.session,
    notice: cookies.notice,
    newKey: cookies.new_key,
    step: cookies.step,
    remembered: cookies.remembered,
    set: (name, value) => setCookie(reply, name, value, isSecure),
  }
}

/** What the person chose, or else what was chosen in the browser. */
const appearanceOf = (...chosen: (string | undefined)[]): Appearance =>
  (chosen.find((text) => text !== undefined && isAppearance(text)) as Appearance | undefined) ?? 'device'

/** Each language as it is accepted, and with its main country: there is seldom a text for another one. */
function localesBeside(language: Language, accepted: string | undefined): Locale[] {
  const others = acceptedTags(accepted).flatMap((tag) => parseLocale(tag) ?? [])
  const byLanguage = Map.groupBy(others, ({ iso_639_1 }) => iso_639_1)
  byLanguage.delete(language)
  const locales = [...byLanguage]
    .slice(0, maxOtherLanguages)
    .flatMap(([iso_639_1, [first]]) => [first as Locale, { iso_639_1, iso_3166_1: homeCountry(iso_639_1) }])
  return [...new Map(locales.map((locale) => [localeTag(locale), locale])).values()]
}

/** What a page is rendered with. A browser without a secret to bind its forms to gets one. */
export function renderContextOf(request: FastifyRequest, visit: Visit): RenderContext {
  const { site, language, appearance, otherLanguages, viewer, isNew, signUps, isClosed } = visit
  if (visit.formSecret === undefined) {
    visit.formSecret = newSecret('visitor')
    visit.set('visitor', visit.formSecret)
  }
  return {
    site,
    address: withoutSecrets(request.url),
    viewer,
    isNew,
    signUps,
    isClosed,
    language,
    appearance,
    otherLanguages,
    texts: textsNaming(visit.siteName, language),
    format: formatOf(language),
    formToken: makeFormToken(visit.formSecret),
    notice: visit.notice === undefined ? undefined : noticeOf(visit.notice, language),
    hasSaved: visit.notice?.startsWith('edit.') ?? false,
  }
}
