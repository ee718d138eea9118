import type { TestContext } from 'node:test'
import type { TestEngine } from '../engines.ts'
import { type MailServer, openMailServer } from '../mail-server.ts'
import { testDay } from '../world.ts'
import { openVisitor, type PagesServer, type Reply, startPages, type Visitor } from './visitor.ts'

/** A person who has no account yet, as the form takes it. */
export const gil = {
  username: 'gil',
  email: 'gil@people.example',
  password: 'seven green bottles',
  repeat: 'seven green bottles',
}

/** The time so long after noon of the test day. */
export const later = (hours: number, ms = 0) => new Date(Date.parse(testDay) + hours * 3_600_000 + ms).toISOString()

/** The path of an address in a mail. */
export const pathOf = (link: string) => new URL(link).pathname

export type Place = { server: PagesServer; mails: MailServer; visitor: Visitor }

/** A server over a copy of the world, with a mail server of its own. */
export async function open(t: TestContext, engine: TestEngine): Promise<Place> {
  const mails = await openMailServer()
  const server = await startPages(engine, { smtp: mails.url })
  t.after(async () => {
    await server.close()
    await mails.close()
  })
  return { server, mails, visitor: openVisitor(server.app) }
}

export const signIn = (visitor: Visitor, name: string, secret: string, next = '') =>
  visitor.post('/login', { name, password: secret, next })

/** Where a form led, and the notice that stood there. */
export async function leads(
  visitor: Visitor,
  reply: Reply,
): Promise<[status: number, location: string, notice: string]> {
  const page = await visitor.follow(reply)
  const [, notice = ''] = /class="notice" role="status">([^<]*)</.exec(page.body) ?? []
  return [reply.status, reply.location ?? '', notice]
}

/** What is wrong with a form, by field. */
export const faultsIn = ({ body }: Reply) =>
  [...body.matchAll(/<li><a href="#(\w+)">([^<]*)<\/a><\/li>/g)].map(([, name, fault]) => [name, fault])
