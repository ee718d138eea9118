import { signUpsOf } from '#src/config.ts'
import { obstaclesOf } from '#src/connect/obstacles.ts'
import { popular as popularMovies } from '#src/groups/movie-lists/popular.ts'
import { popular as popularSeries } from '#src/groups/tv-series-lists/popular.ts'
import { searchKeys } from '#src/keys/all-keys.ts'
import { checkMailServer } from '#src/mail/transport.ts'
import { hasSample } from '#src/sample/removal.ts'
import { marked } from '../components/marked.ts'
import { obstacleList } from '../connect/obstacles.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page } from '../page.ts'
import { adminPage } from './frame.ts'

export const setupAddress = '/admin/setup'

/** A point of the setup as it was found just now, and how to go on with it. */
type Point = { title: string; isDone: boolean; says: Html; way?: readonly [address: string, label: string] }

/** What a new server needs, each point checked when the page is opened. */
export const setup = page(`GET ${setupAddress}`, {
  access: 'administrator',
  async handle(context) {
    const { admin } = context.texts
    const { setup: words } = admin
    const points = await Promise.all([
      addressPoint(context),
      mailPoint(context),
      signUpsPoint(context),
      ...(await cataloguePoints(context)),
      connectPoint(context),
    ])
    const done = points.filter(({ isDone }) => isDone).length
    const content = html`
<p class="lead">${words.lead}</p>
<p>${words.done(done, points.length)}</p>
<ol class="setup">${points.map(
      ({ title, isDone, says, way }) => html`
<li class="card">
<h2>${title} <span class="${isDone ? 'tag good' : 'tag'}">${isDone ? words.ready : words.open}</span></h2>
${says}${way && html`<p class="actions"><a class="button" href="${way[0]}">${way[1]}</a></p>`}</li>`,
    )}</ol>
<p class="hint">${words.again}</p>`
    return adminPage(context, 'setup', admin.places.setup, content)
  },
})

const paragraph = (text: string): Html => html`<p>${marked(text)}</p>`

function addressPoint(context: PageContext): Point {
  const { config, now, texts } = context
  const { setup: words } = texts.admin
  const found = obstaclesOf(config, now)
  const says = found.length > 0 ? obstacleList(context, found, true) : paragraph(words.addressIs(config.site))
  return { title: words.address, isDone: found.length === 0, says }
}

/** The mail server is asked now, so that the page says what is, and not what is set. */
async function mailPoint({ config, texts }: PageContext): Promise<Point> {
  const { setup: words } = texts.admin
  if (config.smtp === '') return { title: words.mail, isDone: false, says: paragraph(words.noMail) }
  const failure = await checkMailServer(config)
  const says = failure === undefined ? paragraph(words.mailWorks) : html`<p>${words.mailFails(failure)}</p>`
  return { title: words.mail, isDone: failure === undefined, says }
}

function signUpsPoint({ config, texts }: PageContext): Point {
  const { setup: words, signUps, places } = texts.admin
  const who = signUpsOf(config)
  const needsMail = who !== 'closed' && config.smtp === ''
  return {
    title: words.signUps,
    isDone: !needsMail,
    says: paragraph(needsMail ? words.signUpsNeedMail : signUps[who]),
    ...(who === 'invitation' && { way: ['/admin/invitations', places.invitations] as const }),
  }
}

async function cataloguePoints({ db, ask, texts, format }: PageContext): Promise<Point[]> {
  const { setup: words, places } = texts.admin
  const [isSample, movies, series] = await Promise.all([hasSample(db), ask(popularMovies), ask(popularSeries)])
  const [films, shows] = [movies?.total_results ?? 0, series?.total_results ?? 0]
  return [
    { title: words.sample, isDone: !isSample, says: paragraph(isSample ? words.hasSample : words.noSample) },
    {
      title: words.fill,
      isDone: !isSample && films + shows > 0,
      says: paragraph(films + shows > 0 ? words.filled(format.number(films), format.number(shows)) : words.empty),
      way: ['/admin/fill', places.fill],
    },
  ]
}

async function connectPoint({ db, texts }: PageContext): Promise<Point> {
  const { setup: words } = texts.admin
  const { keys, total } = await searchKeys(db, '', 1)
  const isUsed = keys.some(({ last_used_at }) => last_used_at !== null)
  return {
    title: words.connect,
    isDone: isUsed,
    says: paragraph(isUsed ? words.connected : total > 0 ? words.neverAsked : words.noKey),
    way: ['/settings/connect', texts.settings.places.connect],
  }
}
