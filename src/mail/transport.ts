import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Config } from '#src/config.ts'

/** A mail as it is sent. `link` is the address in it that only its reader may know. */
export type Letter = { id: number; recipient: string; subject: string; text: string; link: string | undefined }

export type Transport = {
  /** Resolves when the mail is taken, by a server or by the disk. */
  deliver(letter: Letter, now: Date): Promise<void>
  close(): void
}

/** The way on which mails go by the settings. */
export const openTransport = (config: Config, site: () => string, print: (line: string) => void): Transport =>
  config.smtp ? smtpTransport(config, site) : fileTransport(config, site, print)

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)

/** What every mail has; the recipient is an address, never a list that a text is read as. */
const message = (from: string, { recipient, subject, text }: Letter, now: Date) => ({
  from,
  to: { name: '', address: recipient },
  subject,
  text,
  date: now,
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Who mails are from, unless the setting says so. */
export const senderOf = ({ mailFrom }: Pick<Config, 'mailFrom'>, site: string): string =>
  mailFrom || `Reelcommons <no-reply@${new URL(site).hostname}>`

/** Hands mails to the server of the setting. A password goes over an encrypted connection, or to this very machine. */
function smtpTransport(config: Config, site: () => string): Transport {
  const { hostname, username } = new URL(config.smtp)
  const requireTLS = username !== '' && !isLoopback(hostname)
  const smtp = nodemailer.createTransport({ url: config.smtp, pool: true, maxConnections: 2, requireTLS, ...timeouts })
  return {
    async deliver(letter, now) {
      await smtp.sendMail(message(senderOf(config, site()), letter, now))
    },
    close: () => smtp.close(),
  }
}

/**
 * Writes mails into the data folder, for servers that send none. Where only this machine reaches the server, whoever
 * runs it is told the link, so that one can try everything at once.
 */
function fileTransport(config: Config, site: () => string, print: (line: string) => void): Transport {
  const builder = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const folder = join(config.data, 'mail')
  return {
    async deliver(letter, now) {
      const { message: content } = await builder.sendMail(message(senderOf(config, site()), letter, now))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${now.toISOString().replaceAll(':', '-')}-${letter.id}.eml`)
      await writeFile(file, content as Buffer, { mode: 0o600 })
      const isTold = isLoopback(config.host) && letter.link !== undefined
      print(`Mail “${letter.subject}” is in ${file}.${isTold ? ` Its link: ${letter.link}` : ''}\n`)
    },
    close() {},
  }
}
