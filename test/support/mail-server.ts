import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as it arrived. */
export type Received = {
  recipients: string[]
  headers: Record<string, string>
  text: string
  /** The first address in its text that ends in a secret. */
  link: string
}

export type MailServer = {
  /** For the setting `smtp`. */
  url: string
  received: Received[]
  /** The next mail that nobody has asked for yet; waits for it. */
  next(): Promise<Received>
  /** Refuses mails with this answer code from now on; 0 takes them again. */
  refuseWith(code: number): void
  close(): Promise<void>
}

/** A real mail server on this machine, which keeps what it gets; it neither encrypts nor asks who sends. */
export async function openMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: Received[] = []
  const waiting: ((mail: Received) => void)[] = []
  let asked = 0
  let refusal = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    ...options,
    onRcptTo(_address, _session, done) {
      done(refusal === 0 ? null : Object.assign(new Error('refused'), { responseCode: refusal }))
    },
    async onData(stream, session, done) {
      const mail = readMail(
        await readAll(stream),
        session.envelope.rcptTo.map(({ address }) => address),
      )
      received.push(mail)
      if (waiting.length > 0) asked++
      waiting.shift()?.(mail)
      done()
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    async next() {
      const there = received[asked]
      if (!there) return new Promise((resolve) => waiting.push(resolve))
      asked++
      return there
    },
    refuseWith(code) {
      refusal = code
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Reads a mail as it stands in a file or is sent. */
export function readMail(source: string, recipients: string[] = []): Received {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), decodeWords(line.slice(at + 1).trim())]
    }),
  )
  const text = decodeBody(rest.join('\r\n\r\n'), headers['content-transfer-encoding'] ?? '')
  return { recipients, headers, text, link: /https?:\/\/\S+\/[0-9a-f]{40}\b(\?\S+)?/.exec(text)?.[0] ?? '' }
}

const decodeQuoted = (text: string) =>
  Buffer.from(
    text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString('utf8')

function decodeBody(body: string, coding: string): string {
  if (coding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return (coding === 'quoted-printable' ? decodeQuoted(body) : body).replaceAll('\r\n', '\n')
}

const decodeWords = (text: string) =>
  text.replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, coding: string, word: string) =>
    coding.toLowerCase() === 'b'
      ? Buffer.from(word, 'base64').toString('utf8')
      : decodeQuoted(word.replaceAll('_', ' ')),
  )
