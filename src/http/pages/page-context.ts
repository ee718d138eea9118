import type { FastifyRequest } from 'fastify'
import { beginBrowserSession, endBrowserSession } from '#src/accounts/browser-sessions.ts'
import { passkeySiteOf } from '#src/accounts/factors/passkeys.ts'
import { beginStep } from '#src/accounts/factors/sign-in-step.ts'
import { placesOf, rememberPlaces } from '#src/accounts/places.ts'
import type { WritePace } from '#src/accounts/write-pace.ts'
import type { SecurityEvent } from '#src/audit/security-events.ts'
import type { LiveSettings } from '#src/background/stored-settings.ts'
import type { Config } from '#src/config.ts'
import { textOf } from '#src/contract/parameters.ts'
import type { NoteEvent } from '#src/contract/security-events.ts'
import type { Passwords, Perform } from '#src/contract/write.ts'
import { newSecret } from '#src/credentials/secrets.ts'
import type { Database } from '#src/database/database.ts'
import type { Outbox } from '#src/mail/outbox.ts'
import type { Media } from '#src/media/media.ts'
import { maxParameterLength } from '#src/pages/limits.ts'
import type { Page, PageContext, SigningIn, Upload } from '#src/pages/page.ts'
import type { SignalCounter } from '#src/popularity/counter.ts'
import { askAs } from '#src/run/ask.ts'
import { countingFor, performFor } from '#src/run/perform.ts'
import type { Run } from '#src/run/run.ts'
import { MergedAway, survivorAddress } from './merged-away.ts'
import { storableTexts, textsOf } from './texts-of.ts'
import { renderContextOf, type Visit } from './visit.ts'

export type PageServices = {
  run: Run
  db: Database
  config: Config
  settings: LiveSettings
  /** Whether a request certainly comes from this machine. */
  isFromHere(request: FastifyRequest): boolean
  clock(): Date
  /** The standard site, which forms and cookies go by. */
  site(): string
  /** The site that pages name when requested at this host. */
  askedSite(host: string | undefined): string
  passwords: Passwords
  outbox: Outbox
  media: Media
  signals?: SignalCounter | undefined
  noteEvent(event: SecurityEvent): Promise<void>
  /** Counts what people write. */
  writes: WritePace
}

/** Writes for the person who is signed in. A page that is only read writes nothing, and so costs nothing. */
const writing = ({ method, path }: Page, tools: Parameters<typeof performFor>[0]): Perform =>
  method === 'GET' ? () => Promise.reject(new Error(`GET ${path} changes nothing`)) : performFor(tools)

/** What a page works with, for one request. */
export function contextOf(
  page: Page,
  request: FastifyRequest,
  visit: Visit,
  services: PageServices,
  form: URLSearchParams,
  upload: Upload | undefined,
): PageContext {
  const { db, config, media, passwords, signals } = services
  const { viewer: account } = visit
  const now = services.clock()
  const browser = request.headers['user-agent'] ?? ''
  const noteEvent: NoteEvent = (what, account_id, key_id) =>
    services.noteEvent({ what, account_id, key_id, clientAddress: request.ip, browser, now })
  return {
    ...renderContextOf(request, visit),
    params: request.params as Record<string, string>,
    query: textsOf(page.query, (name) => textOf(request.query, name), maxParameterLength),
    form: textsOf(page.form, (name) => form.get(name)),
    ...storableTexts(page.keepsForm ? form : new URLSearchParams()),
    isStale: false,
    upload,
    db,
    config,
    media,
    now,
    browser,
    noteEvent,
    clientAddress: request.ip,
    isHere: () => services.isFromHere(request),
    ask: askAs(services.run, account, (asked, location) => {
      const address = page.method === 'GET' ? survivorAddress(request.url, asked, location) : undefined
      if (address !== undefined) throw new MergedAway(address)
    }),
    write: writing(page, {
      ...{ db, settings: config, now, account, passwords, noteEvent },
      countSignal: countingFor(signals, account?.id ?? 0, now),
    }),
    signingIn: signingIn(request, visit, services, { browser, now, noteEvent }),
    chooseLanguage(language) {
      visit.set('language', language)
      visit.language = language
      visit.staysIn = undefined
    },
    chooseAppearance: (appearance) => visit.set('appearance', appearance),
    rememberKey: (secret) => visit.set('new_key', secret),
    takeKey() {
      if (visit.newKey !== undefined) visit.set('new_key', '')
      return visit.newKey
    },
    sendMails: services.outbox.wake,
    inBackground: (work) =>
      void work().catch((error) => request.log.error({ err: error }, 'background work of a page failed')),
  }
}

type Moment = Pick<PageContext, 'browser' | 'now' | 'noteEvent'>

function signingIn(
  request: FastifyRequest,
  visit: Visit,
  { db }: PageServices,
  { browser, now, noteEvent }: Moment,
): SigningIn {
  return {
    remembered: visit.remembered,
    passkeySite: passkeySiteOf(visit.site),
    async beginSession({ id: account_id, ...proven }) {
      const begun = await beginBrowserSession(db, { account_id, ...proven, browser, now })
      if (visit.step) visit.set('step', '')
      if (visit.sessionSecret) await endBrowserSession(db, visit.sessionSecret)
      visit.set('session', begun)
      const remembered = visit.remembered ?? newSecret('remembered')
      await rememberPlaces(db, account_id, placesOf({ clientAddress: request.ip, remembered }), now)
      visit.set('remembered', remembered)
      visit.set('visitor', '')
      await noteEvent('signed_in', account_id)
    },
    step: visit.step,
    async beginStep(proven) {
      visit.set('step', await beginStep(db, proven, now))
    },
    async endSession() {
      if (visit.sessionSecret) await endBrowserSession(db, visit.sessionSecret)
      visit.set('session', '')
    },
  }
}
