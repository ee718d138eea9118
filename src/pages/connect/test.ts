import { obstaclesOf } from '#src/connect/obstacles.ts'
import { keyToTest } from '#src/keys/account-keys.ts'
import { placeOf, type Refusal, recentOf, recentRefusals, refusals } from '#src/keys/recent-requests.ts'
import { isNearby } from '#src/reference/addresses.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { rowId } from '../row-id.ts'
import { settingsPage } from '../settings/frame.ts'
import type { Viewer } from '../viewer.ts'
import { connectAddress, testAddress, testBegun } from './addresses.ts'
import { obstacleList } from './obstacles.ts'

/** How long a test looks for requests before it has to be begun again. */
export const TEST_MINUTES = 10
/** How often it is loaded anew where there are no scripts. */
const REFRESH_SECONDS = 5

type Context = PageContext<'key_id', 'since'> & { viewer: Viewer }
type Tested = NonNullable<Awaited<ReturnType<typeof keyToTest>>>

/**
 * Whether an app asks with a key, and if not, why. Its own keys are for everybody, all keys for administrators. `since`
 * is when the test began, in seconds since 1970.
 */
export const test = page('GET /settings/connect/keys/{key_id}', {
  access: 'account',
  query: ['since'],
  async handle(context) {
    const { db, params, viewer, now, query } = context
    const id = rowId(params.key_id)
    const account_id = viewer.role === 'administrator' ? undefined : viewer.id
    const key = id === undefined ? undefined : await keyToTest(db, { id, account_id })
    if (!key) return undefined
    const nowSeconds = Math.floor(now.getTime() / 1_000)
    const since = /^\d{1,12}$/.test(query.since) ? Number(query.since) : undefined
    if (since === undefined) return redirect(testBegun(key.id, now))
    const isOver = nowSeconds - since > TEST_MINUTES * 60
    return view(context, key, isOver, await verdictOf(context, key))
  },
})

type Verdict = { isWell: boolean; sentences: string[] }

const isValid = ({ revoked_at, ends_at }: Tested, now: Date) =>
  revoked_at === null && (ends_at === null || ends_at > now.toISOString())

async function verdictOf(context: Context, key: Tested): Promise<Verdict> {
  const { db, now, texts, format } = context
  const { connect } = texts
  if (!isValid(key, now)) return { isWell: false, sentences: [connect.ended] }
  if (key.suspended_at !== null) return { isWell: false, sentences: [connect.suspended] }
  const { answered, limited, ignored } = await recentOf(db, key.id, now)
  const refused = limited > 0 ? [connect.limited(format.number(limited))] : []
  const names = ignored.map(({ name, requests }) => `${name} (${format.number(requests)})`).join(', ')
  const passedOver = ignored.length > 0 ? [connect.ignored(names)] : []
  if (answered === 0) return { isWell: false, sentences: [connect.nothing, ...refused, ...(await reasons(context))] }
  const isWell = key.use === 'plex' || key.dialect === 'common'
  const said = isWell ? connect.works : connect.wrongDialect
  return { isWell, sentences: [said(format.number(answered), answered === 1), ...refused, ...passedOver] }
}

/** Why requests may not have come so far: those from the network of the browser, for administrators all nearby ones. */
async function reasons({ db, now, viewer, clientAddress, texts, format }: Context): Promise<string[]> {
  const own = placeOf(clientAddress)
  const isAdministrator = viewer.role === 'administrator'
  const counts = (place: string) => place === own || (isAdministrator && isNearby(place.split('/', 1)[0] as string))
  const found = await recentRefusals(db, counts, now)
  return refusals.flatMap((refusal: Refusal) => {
    const count = found.get(refusal)
    return count === undefined ? [] : [texts.connect.refusal[refusal](format.number(count))]
  })
}

function view(context: Context, key: Tested, isOver: boolean, { isWell, sentences }: Verdict) {
  const { texts, viewer, config, now } = context
  const { connect, keys } = texts
  const isLive = !isWell && !isOver && isValid(key, now)
  const isAdministrator = viewer.role === 'administrator'
  const obstacles = isWell ? [] : obstaclesOf(config, now).filter(({ is }) => isAdministrator || is === 'only_here')
  const content = html`
<p>${keys.forKey(key.name, key.last_four)}</p>
${isLive && html`<p>${connect.testLead}</p>`}
${found(sentences, isWell, isLive)}
${obstacles.length > 0 && html`<h3>${connect.obstacles}</h3>${obstacleList(context, obstacles, isAdministrator)}`}
<p class="actions">
${!isLive && html`<a class="button" href="${testAddress(key.id)}">${connect.again}</a>`}
<a href="${connectAddress}">${connect.back}</a></p>`
  const shown = settingsPage(context, 'connect', content, connect.testTitle(key.name))
  return isLive ? { ...shown, refreshSeconds: REFRESH_SECONDS, scripts: ['progress.js'] } : shown
}

const found = (sentences: readonly string[], isWell: boolean, isLive: boolean): Html => html`
<div class="under-way"${isLive && html` data-live`}>
<div role="status" class="${isWell ? 'notice' : 'warning'}">${sentences.map((each) => html`<p>${each}</p>`)}</div>
${isLive && html`<progress></progress>`}
</div>`
