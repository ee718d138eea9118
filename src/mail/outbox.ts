import type { Database } from '#src/database/database.ts'
import type { Log } from '#src/log.ts'
import { settings } from '#src/settings.ts'
import { isLanguage, texts } from '#src/texts/index.ts'
import { type LinkPurpose, makeLink } from './links.ts'
import {
  claimMail,
  deleteMail,
  dueMails,
  isStillQueued,
  MAX_ATTEMPTS,
  type QueuedMail,
  type Template,
} from './queue.ts'
import type { Letter, Transport } from './transport.ts'
import { makeUnsubscribeLink } from './unsubscribing.ts'

/** How often to look for mails that are due again, or that another process has queued. */
const LOOK_MS = 15_000

/** Mails with a link: its purpose and path. */
const links: Readonly<Partial<Record<Template, { purpose: LinkPurpose; path: string; isHanded?: true }>>> = {
  verify: { purpose: 'verify', path: '/verify/' },
  reset: { purpose: 'reset', path: '/password/reset/' },
  // Somebody else asked for it, so that it waits until the person looks.
  handed: { purpose: 'reset', path: '/password/reset/', isHanded: true },
  emailChange: { purpose: 'change', path: '/settings/email/' },
}

/** Mails that people ask for and can end with a link, and its path. */
const unsubscribing: Readonly<Partial<Record<Template, string>>> = { watched: '/mails/stop/' }

/** How long the end of the process waits for mails being sent. An unsent mail is due again later. */
export const MAX_CLOSE_MS = 5_000

export type Outbox = {
  /** Sends what is due; to be called after mails were queued. */
  wake(): void
  /** Begins to look by itself. */
  start(): void
  close(): Promise<void>
}

export type Services = {
  db: Database
  transport: Transport
  clock(): Date
  site(): string
  /** What the site is called now; absent: what it is called by default. */
  siteName?(): Promise<string>
  log: Pick<Log, 'warn' | 'error'>
}

/**
 * Sends queued mails, a few at a time, and tries again later after a failure. A queued mail is not lost in a crash; one
 * that was being sent may arrive twice, of which the later link is valid.
 */
export function openOutbox(services: Services): Outbox {
  const { db, transport, clock, log } = services
  let sending: Promise<void> | undefined
  let isWoken = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  // Nothing runs between the last test of `isWoken` and the end, so that no call of `wake` is lost.
  async function sendDue() {
    try {
      while (isWoken && !isClosed) {
        isWoken = false
        const mails = await dueMails(db, clock())
        await Promise.all(mails.map((mail) => send(mail, services)))
        // The rest is due now as well.
        if (mails.length > 0) isWoken = true
      }
    } catch (error) {
      log.error({ err: error }, 'e-mails could not be sent')
    } finally {
      sending = undefined
    }
  }

  function wake() {
    isWoken = true
    if (!sending && !isClosed) sending = sendDue()
  }

  return {
    wake,
    start() {
      wake()
      timer = setInterval(wake, LOOK_MS).unref()
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      let waiting: NodeJS.Timeout | undefined
      const timedOut = new Promise<void>((resolve) => {
        waiting = setTimeout(resolve, MAX_CLOSE_MS)
      })
      await Promise.race([sending, timedOut])
      clearTimeout(waiting)
      transport.close()
    },
  }
}

async function send(mail: QueuedMail, services: Services) {
  const { db, transport, clock, log } = services
  const now = clock()
  if (!(await claimMail(db, mail, now))) return
  const facts = { template: mail.template, attempts: mail.attempts + 1 }
  try {
    const letter = await compose(mail, services, now)
    if (letter) await transport.deliver(letter, now)
    await deleteMail(db, mail)
  } catch (error) {
    const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
    // A server that refuses the recipient for good will not change its mind. Its message is not logged, because it may
    // contain addresses.
    const isRefused = code === 'EENVELOPE' && responseCode >= 500
    const isLast = isRefused || mail.attempts + 1 >= MAX_ATTEMPTS
    log.warn(
      { ...facts, code, responseCode },
      isLast ? 'a mail could not be sent and is not tried again' : 'a mail could not be sent',
    )
    if (isLast) await deleteMail(db, mail)
  }
}

/**
 * Writes a mail. Its link is made here, so that its secret is stored nowhere and its lifetime begins now. Undefined if
 * the mail was withdrawn meanwhile, for example because of a new password: then there is no link either.
 */
async function compose(mail: QueuedMail, { db, site, siteName }: Services, now: Date): Promise<Letter | undefined> {
  const { id, recipient, language } = mail
  const template = mail.template as Template
  const { subject, text } = texts[isLanguage(language) ? language : 'en'].mails[template]
  const made = await linkOf(db, mail, now)
  if (made === 'withdrawn') return undefined
  const link = made && `${site()}${made}`
  const unsubscribe = unsubscribing[template] && link
  const named = (await siteName?.()) ?? settings.siteName.default
  const written = text({ ...mail.facts, site: site(), siteName: named, link: link ?? '' })
  return { id, recipient, subject, text: written, link, unsubscribe }
}

/** Makes the link of a mail, if it has one. */
async function linkOf(db: Database, mail: QueuedMail, now: Date): Promise<string | undefined | 'withdrawn'> {
  const { account_id, recipient: email, facts } = mail
  const template = mail.template as Template
  const [leading, ending] = [links[template], unsubscribing[template]]
  if (account_id === null || (!leading && ending === undefined)) return undefined
  return db.transaction(async (tx) => {
    if (!(await isStillQueued(tx, mail))) return 'withdrawn'
    if (!leading) return `${ending}${await makeUnsubscribeLink(tx, account_id, now)}`
    const { path, ...how } = leading
    const link = `${path}${await makeLink(tx, { ...how, account_id, email, now })}`
    return facts.next === undefined ? link : `${link}?next=${encodeURIComponent(facts.next)}`
  })
}
