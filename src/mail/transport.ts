import { Socket } from 'node:net'
import { join } from 'node:path'
import type { Config } from '#src/config.ts'
import { writeLasting } from '#src/files/lasting.ts'
import { makeFolder } from '#src/files/make-folder.ts'

/**
 * A mail as it is sent. `link` is the address in it that only its reader may know, `unsubscribe` the same where it ends
 * further mails: programs for mail show a button for it.
 */
export type Letter = {
  id: number
  recipient: string
  subject: string
  text: string
  link: string | undefined
  unsubscribe?: string | undefined
}

/** Loaded for the first mail: most servers start without sending one. */
const library = async () => (await import('nodemailer')).default

export type Transport = {
  /** Resolves when a server or the disk has taken the mail. */
  deliver(letter: Letter, now: Date): Promise<void>
  close(): void
}

/** How mails are sent, by the settings. */
export const openTransport = (
  config: Config,
  site: () => string,
  print: (line: string) => void,
  mailMs = MAIL_MS,
): Transport => (config.smtp ? smtpTransport(config, site, mailMs) : fileTransport(config, site, print))

/**
 * The limit for a whole mail, however often the server says something: less than the time after which another node
 * takes the mail for abandoned.
 */
export const MAIL_MS = 90_000

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Whether only this machine is meant. */
export const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)

/** Where mails lie that no server sends. */
export const mailFolder = ({ data }: Pick<Config, 'data'>): string => join(data, 'mail')

/** What every mail has. The recipient is a single address and never parsed as a list. */
const message = (from: Sender, { recipient, subject, text, unsubscribe }: Letter, now: Date) => ({
  from,
  to: { name: '', address: recipient },
  subject,
  text,
  date: now,
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe !== undefined && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** The sender of mails, unless the setting says otherwise. */
const senderOf = ({ mailFrom, siteName }: Pick<Config, 'mailFrom' | 'siteName'>, site: string): Sender =>
  mailFrom || { name: siteName, address: `no-reply@${new URL(site).hostname}` }

type Sender = string | { name: string; address: string }

function connectionOf({ smtp: url }: Config) {
  const { hostname, username } = new URL(url)
  return { url, requireTLS: username !== '' && !isLoopback(hostname), ...timeouts }
}

/**
 * Connects to the server of the setting and signs in, as for a mail; all of it may take `waitMs`, however often the
 * server says something. Returns why that fails, if it does.
 */
export async function checkMailServer(config: Config, waitMs: number): Promise<string | undefined> {
  const limits = { connectionTimeout: waitMs, greetingTimeout: waitMs, socketTimeout: waitMs }
  const socket = new Socket()
  const timer = setTimeout(() => socket.destroy(new Error(`It took more than ${waitMs} ms`)), waitMs).unref()
  socket.on('close', () => clearTimeout(timer))
  const smtp = (await library()).createTransport({ ...connectionOf(config), ...limits, socket })
  try {
    await smtp.verify()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    smtp.close()
  }
}

/**
 * Sends mails to the server of the setting. A password is only sent over an encrypted connection, or to this very
 * machine.
 */
function smtpTransport(config: Config, site: () => string, mailMs: number): Transport {
  let opened: ReturnType<typeof open> | undefined
  const open = async () => (await library()).createTransport({ ...connectionOf(config), pool: true, maxConnections: 2 })
  return {
    async deliver(letter, now) {
      // It closes the connection that the mail goes over.
      const signal = AbortSignal.timeout(mailMs)
      opened ??= open()
      await (await opened).sendMail({ ...message(senderOf(config, site()), letter, now), signal })
    },
    // Whoever closes has waited as long as it wants to.
    close: () => void opened?.then((smtp) => smtp.close({ force: true })),
  }
}

/**
 * Writes mails to the data folder, for servers that send none. If only this machine can reach the server, the link is
 * also printed, so that everything can be tried at once.
 */
function fileTransport(config: Config, site: () => string, print: (line: string) => void): Transport {
  const folder = mailFolder(config)
  return {
    async deliver(letter, now) {
      const builder = (await library()).createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message: content } = await builder.sendMail(message(senderOf(config, site()), letter, now))
      await makeFolder(folder)
      const file = join(folder, `${now.toISOString().replaceAll(':', '-')}-${letter.id}.eml`)
      await writeLasting(file, content as Buffer)
      const printsLink = isLoopback(config.host) && letter.link !== undefined
      print(`Mail “${letter.subject}” is in ${file}.${printsLink ? ` Its link: ${letter.link}` : ''}\n`)
    },
    close() {},
  }
}
