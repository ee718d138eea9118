import type { TestContext } from 'node:test'
import { sql } from '#src/database/sql.ts'
import type { TestEngine } from '../engines.ts'
import { type MailServer, openMailServer } from '../mail-server.ts'
import { type Made, makePasskey, signWith } from './authenticator.ts'
import { pathOf } from './place.ts'
import { openVisitor, type PagesServer, type Reply, startPages, tokenIn, type Visitor } from './visitor.ts'

/** A server at which passkeys work, with mails, and how people get into their accounts there. */

export const site = { host: 'localhost', origin: 'http://localhost:8080' }
export const better = 'nine blue lanterns'
export const account = '/settings/account'

export type Place = { server: PagesServer; mails: MailServer }

export async function openAtHome(t: TestContext, engine: TestEngine): Promise<Place> {
  const mails = await openMailServer()
  const server = await startPages(engine, { smtp: mails.url, site: site.origin })
  t.after(async () => {
    await server.close()
    await mails.close()
  })
  await server.db.run(sql`update account set iso_639_1 = 'en' where username = 'ada'`)
  return { server, mails }
}

export const unescaped = (text: string) => text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))

export async function addPasskey(person: Visitor, present: string): Promise<Made> {
  const shown = await person.post(`${account}/passkeys`, { present })
  const [, options = ''] = /data-options="([^"]*)"/.exec(shown.body) ?? []
  const { made, credential } = makePasskey(JSON.parse(unescaped(options)), site.origin)
  await person.post(`${account}/passkeys/add`, { credential, name: 'Phone' }, { token: tokenIn(shown.body) })
  return made
}

export async function entersWith({ app }: PagesServer, made: Made): Promise<boolean> {
  const visitor = openVisitor(app)
  const token = tokenIn((await visitor.get('/login')).body)
  const { challenge } = JSON.parse((await visitor.post('/login/passkey/options', {}, { token })).body)
  made.counter++
  await visitor.post('/login/passkey', { credential: signWith(made, challenge, site), next: '' }, { token })
  return (await visitor.get(account)).status === 200
}

/** Chooses a new password by mail; the link is asked for in a browser where nobody is signed in. */
export async function reset({ server, mails }: Place, email: string): Promise<{ visitor: Visitor; reply: Reply }> {
  const visitor = openVisitor(server.app)
  await visitor.post('/password/forgotten', { email, next: '/movie/501/edit' })
  for (;;) {
    const { link } = await mails.next()
    if (!link.includes('/password/reset/')) continue
    const address = `${pathOf(link)}${new URL(link).search}`
    return { visitor, reply: await visitor.post(address, { password: better, repeat: better }) }
  }
}
