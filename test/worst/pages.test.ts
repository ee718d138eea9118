import { after, before, test } from 'node:test'
import { sql } from '#src/database/sql.ts'
import { headerLimits } from '#src/http/header-limits.ts'
import { pages } from '#src/pages/index.ts'
import { maxFieldLength, maxFormFields, maxParameterLength } from '#src/pages/limits.ts'
import { planOf } from '#src/pages/record-form/plan.ts'
import { maxOpenRows } from '#src/pages/record-form/typed.ts'
import { sqliteEngine } from '../support/engines.ts'
import { type PagesServer, signedIn, startPages, tokenIn, type Visitor } from '../support/pages/visitor.ts'
import { addOwn, addShown } from '../support/world/own.ts'
import { filledIn, formsOf } from '../support/world/own-requests.ts'
import { loadWorld } from '../support/world.ts'
import { assertCosts, watch } from '../support/worst/cost.ts'
import { fewWorstTexts } from '../support/worst/texts.ts'

/** Every page, with the worst texts that its form, its address and the headers of a browser can have. */

let server: PagesServer
let ada: Visitor
let token: string
before(async () => {
  server = await startPages(sqliteEngine(loadWorld), { 'writes-per-minute': '0', 'password-hashings': '1' })
  await addShown(server.db)
  await addOwn(server.db)
  await server.db.run(sql`update account set role = 'administrator', iso_639_1 = 'en' where username = 'ada'`)
  ada = await signedIn(server, 'ada')
  token = tokenIn((await ada.get('/')).body)
})
after(() => server.close())
const watched = watch(after)

type Page = (typeof pages)[number]
const addressOf = ({ path }: Page) => filledIn(path)[0] as string
/** Pages that differ in nothing but the kind of record are one. */
const distinct = (listed: readonly Page[], fields: (page: Page) => readonly string[]) => [
  ...new Map(listed.map((page) => [`${page.path.replace(/.*\}/, '')} ${fields(page)}`, page])).values(),
]

/** Pages that end the session of whoever asks, or wait for a hash of a password. */
const endings = /^\/(logout|settings\/(delete|sessions)|signup|login$)/

test('forms', () => {
  const forms = pages.filter((page) => page.method === 'POST' && !page.takesFile && page.form.length > 0)
  const listed = distinct(forms, ({ form }) => form).filter(({ path }) => !endings.test(path))
  return assertCosts(
    watched,
    listed.flatMap((page) => {
      const [form = {}] = formsOf(page)
      return fewWorstTexts.map((worst) => ({
        name: `${page.path} ${worst.name}`,
        most: Math.max(maxFieldLength, ...Object.values(page.longFields)),
        least: 1_024,
        read: (size: number) => {
          const texts = page.form.map((name) => [
            name,
            /^(media_type|media_id|id|act|do)$/.test(name)
              ? form[name]
              : worst.of(Math.min(size, page.longFields[name] ?? maxFieldLength)),
          ])
          return ada.post(addressOf(page), Object.fromEntries(texts), { token })
        },
      }))
    }),
  )
})

const edited = { movie: '/movie/501/edit', series: '/tv/601/edit', person: '/person/301/edit' } as const

test('forms of records and of episodes', () =>
  assertCosts(watched, [
    ...(['movie', 'series', 'person'] as const).flatMap((kind) =>
      fewWorstTexts.map((worst) => ({
        name: `${kind} ${worst.name}`,
        most: 65_536,
        read: (size: number) => {
          const { facts, texts, parts } = planOf(kind)
          const rows = parts.flatMap(({ part, shown }) => shown.map(({ column }) => `p.${part}.0.${column}`))
          const names = [...facts.map(({ name }) => name), ...texts.map(({ text }) => `t.de-DE.${text}`), ...rows]
          const text = worst.of(Math.ceil(size / names.length))
          return ada.send(edited[kind], [['form_token', token], ...names.map((name): [string, string] => [name, text])])
        },
      })),
    ),
    ...fewWorstTexts.map((worst) => ({
      name: `pasted episodes ${worst.name}`,
      most: 65_536,
      read: (size: number) =>
        ada.send('/tv/601/season/1/episodes/edit', [
          ...[['form_token', token] as const, ['act', 'paste'] as const],
          [
            'pasted',
            worst
              .of(size)
              .replaceAll('\n', ' ')
              .replace(/.{900}/gs, '1 a($&\n'),
          ],
        ]),
    })),
    {
      name: 'many fields',
      most: maxFormFields,
      read: (size: number) =>
        ada.send(
          '/movie/501/edit',
          Array.from({ length: size }, (_, at): [string, string] => [`a${at}`, '\0']),
        ),
    },
    {
      name: 'many rows',
      most: maxOpenRows,
      read: (size: number) =>
        ada.send('/movie/501/edit', [
          ['form_token', token],
          ...Array.from({ length: size }, (_, at): [string, string] => [`p.alternative_titles.${at}.title`, `\0${at}`]),
        ]),
    },
    {
      name: 'many rows of another order',
      most: maxOpenRows,
      read: (size: number) =>
        ada.send('/movie/501/edit', [
          ['form_token', token],
          ...Array.from({ length: size }, (_, at): [string, string] => [`p.credits.${size - at}.person_id`, '#301']),
        ]),
    },
  ]))

test('parameters', () => {
  const asked = pages.filter(({ method, query }) => method === 'GET' && query.length > 0)
  return assertCosts(
    watched,
    distinct(asked, ({ query }) => query).flatMap((page) =>
      fewWorstTexts.map((worst) => ({
        name: `${page.path} ${worst.name}`,
        most: maxParameterLength,
        least: 1_024,
        read: async (size: number) => {
          const text = encodeURIComponent(worst.of(size))
          for (const name of page.query) await ada.get(`${addressOf(page)}?${name}=${text}`)
        },
      })),
    ),
  )
})

test('headers', () => {
  const names = Object.keys(headerLimits).filter((name) => !/^(host|content-type)$/.test(name))
  const addresses = ['/login', '/3/configuration', '/t/p/w500/lantern.jpg', '/styles.css']
  return assertCosts(
    watched,
    fewWorstTexts
      .filter(({ of }) => /^[\t\x20-\x7e]+$/.test(of(100)))
      .map((worst) => ({
        name: worst.name,
        most: 1_000,
        least: 500,
        read: async (size: number) => {
          for (const url of addresses)
            for (const name of names)
              await server.app.inject({
                url,
                headers: { [name]: worst.of(Math.min((headerLimits[name] as number) * (size / 1_000))) },
              })
        },
      })),
  )
})
