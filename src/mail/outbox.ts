import type { Database } from '#src/database/database.ts'
import type { Log } from '#src/log.ts'
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

/** How often it is looked for mails that are due again, or that another process queued. */
const LOOK_MS = 15_000

/** Mails with a link: what it is for, and where it leads. */
const links: Readonly<Partial<Record<Template, { purpose: LinkPurpose; path: string }>>> = {
  verify: { purpose: 'verify', path: '/verify/' },
  reset: { purpose: 'reset', path: '/password/reset/' },
  emailChange: { purpose: 'change', path: '/settings/email/' },
}

/** How long mails in flight hold the end up. One that is not sent by then is due again later. */
export const MAX_CLOSE_MS = 5_000

export type Outbox = {
  /** Sends what is due; told after mails were queued. */
  wake(): void
  /** Looks by itself from now on. */
  start(): void
  close(): Promise<void>
}

type Services = { db: Database; transport: Transport; clock(): Date; site(): string; log: Pick<Log, 'warn' | 'error'> }

/**
 * Sends queued mails, one after the other of a few at once, and again later where that fails. A mail that was queued is
 * not lost by a crash; one whose sending a crash interrupts may arrive twice, with the later link valid.
 */
export function openOutbox(services: Services): Outbox {
  const { db, transport, clock, log } = services
  let sending: Promise<void> | undefined
  let isWoken = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  // Between the last look whether it was woken and its end nothing else runs, so that no call of `wake` is lost.
  async function sendDue() {
    try {
      while (isWoken && !isClosed) {
        isWoken = false
        const mails = await dueMails(db, clock())
        await Promise.all(mails.map((mail) => send(mail, services)))
        // What is left over is due now as well.
        if (mails.length > 0) isWoken = true
      }
    } catch (error) {
      log.error({ err: error }, 'mails cannot be sent')
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
    // A server that refuses the recipient for good will not take it later. The sentence of a server may hold addresses.
    const isRefused = code === 'EENVELOPE' && responseCode >= 500
    const isLast = isRefused || mail.attempts + 1 >= MAX_ATTEMPTS
    log.warn({ ...facts, code, responseCode }, isLast ? 'a mail is given up' : 'a mail could not be sent')
    if (isLast) await deleteMail(db, mail)
  }
}

/**
 * Writes a mail out. Its link is made here, so that its secret is stored nowhere and its time begins now. Undefined
 * when the mail was taken back meanwhile, as with a new password: then there is no link either.
 */
async function compose(mail: QueuedMail, { db, site }: Services, now: Date): Promise<Letter | undefined> {
  const { id, account_id, recipient, language } = mail
  const template = mail.template as Template
  const { subject, text } = texts[isLanguage(language) ? language : 'en'].mails[template]
  const leading = links[template]
  let link: string | undefined
  if (leading && account_id !== null) {
    const { purpose, path } = leading
    const secret = await db.transaction(async (tx) =>
      (await isStillQueued(tx, mail)) ? makeLink(tx, { purpose, account_id, email: recipient, now }) : undefined,
    )
    if (secret === undefined) return undefined
    link = `${site()}${path}${secret}`
  }
  return { id, recipient, subject, text: text({ ...mail.facts, site: site(), link: link ?? '' }), link }
}
