import { planLimitOf } from '#src/config.ts'
import { type AccountKey, keysOfAccount, maxKeysOfAccount } from '#src/keys/account-keys.ts'
import type { KeyUse } from '#src/keys/plans.ts'
import { type KeyUsage, usageOf } from '#src/keys/usage.ts'
import { emptyState } from '../components/lists.ts'
import { type Html, html, nothing } from '../html.ts'
import { type PageContext, page, type RenderContext } from '../page.ts'
import { settingsPage } from '../settings/frame.ts'
import { languagesText } from './shown-languages.ts'

export const applyAddress = '/settings/api/new'
export const keysAddress = '/settings/api'
export const madeAddress = '/settings/api/made'

export const overview = page('GET /settings/api', {
  access: 'account',
  async handle(context) {
    const { db, viewer, now } = context
    const { keys } = context.texts
    const { active, stopped } = await keysOfAccount(db, viewer.id, now)
    const usage = await usageOf(
      db,
      active.map(({ id }) => id),
      now,
    )
    return settingsPage(
      context,
      'api',
      html`
<p class="lead">${keys.lead}</p>
${active.length > 0 && mayApply(context, active.length)}
${active.length === 0 && noKeys(context)}
<div class="keys">${active.map((key) => keyCard(context, key, usage.get(key.id)!))}</div>
${stopped.length > 0 && stoppedKeys(context, stopped)}`,
    )
  },
})

type Context = PageContext & { viewer: NonNullable<RenderContext['viewer']> }

const applyLink = ({ texts: { keys } }: RenderContext) =>
  html`<p class="actions"><a class="button primary" href="${applyAddress}">${keys.apply}</a></p>`

function mayApply(context: Context, count: number): Html {
  const { keys } = context.texts
  return count < maxKeysOfAccount ? applyLink(context) : html`<p>${keys.full(maxKeysOfAccount)}</p>`
}

function noKeys(context: Context): Html {
  const { keys } = context.texts
  if (context.viewer.email_verified_at === null) return emptyState(keys.unverified, keys.unverifiedText)
  return emptyState(keys.none, keys.noneText, applyLink(context))
}

/** The limit of a key, in words. */
export function limitText(
  { texts: { keys }, format, config }: PageContext,
  key: Pick<AccountKey, 'plan' | 'limit_per_second'> & { use?: KeyUse },
) {
  const standard = key.use === 'plex' ? config.plexRequestsPerSecond : planLimitOf(config, key.plan)
  const limit = key.limit_per_second ?? standard
  return limit === 0 ? keys.noLimit : keys.perSecond(format.number(limit))
}

function keyCard(context: Context, key: AccountKey, usage: KeyUsage): Html {
  const { texts, format, config } = context
  const { keys } = texts
  const { id, name, last_four, plan, dialect, created_at, last_used_at, suspended_at, ends_at } = key
  const isPlex = key.use === 'plex'
  return html`
<article class="card key" aria-labelledby="key-${id}">
<h2 id="key-${id}">${name}</h2>
${suspended_at !== null && html`<p class="warning">${keys.suspended}</p>`}
${ends_at !== null && html`<p class="warning">${keys.replaced(format.time(ends_at))}</p>`}
<dl class="facts">
<div><dt>${keys.key}</dt><dd>${keys.endsIn(last_four)}</dd></div>
<div><dt>${isPlex ? keys.opens : keys.plan}</dt><dd>${isPlex ? keys.opensPlex : keys.plans[plan]}<br>
<span class="hint">${limitText(context, key)}</span></dd></div>
${!isPlex && html`<div><dt>${keys.dialectLabel}</dt><dd>${keys.dialects[dialect ?? config.dialect]}</dd></div>`}
<div><dt>${keys.languagesLabel}</dt><dd>${languagesText(context, key) || keys.noLanguages}</dd></div>
<div><dt>${keys.created}</dt><dd>${format.time(created_at)}</dd></div>
<div><dt>${keys.lastUsed}</dt><dd>${last_used_at === null ? keys.neverUsed : format.time(last_used_at)}</dd></div>
<div><dt>${keys.lastDay}</dt><dd>${format.number(usage.lastDay)}</dd></div>
<div><dt>${keys.lastMonth}</dt><dd>${format.number(usage.lastMonth)}${
    usage.refused > 0 && html`<br><span class="hint">${keys.ofThemRefused(format.number(usage.refused))}</span>`
  }</dd></div>
</dl>
${usageChart(context, usage)}
<p class="actions">
${actionLink(context, key, 'languages')}
${!isPlex && ends_at === null && suspended_at === null && actionLink(context, key, 'webhooks')}
${ends_at === null && suspended_at === null && actionLink(context, key, 'replace')}
${actionLink(context, key, 'revoke')}
</p>
</article>`
}

/** Several keys have the same actions, so each one also names its key for screen readers. */
function actionLink(
  { texts: { keys } }: Context,
  { id, name, last_four }: AccountKey,
  action: 'languages' | 'webhooks' | 'replace' | 'revoke',
): Html {
  const className = action === 'revoke' ? 'button danger' : 'button'
  const whose = html`<span class="unseen"> ${keys.forKey(name, last_four)}</span>`
  return html`<a class="${className}" href="${keysAddress}/${id}/${action}">${keys[action]}${whose}</a>`
}

function stoppedKeys({ texts: { keys }, format }: Context, stopped: readonly AccountKey[]): Html {
  return html`
<details class="stopped">
<summary>${keys.stopped}</summary>
<ul>${stopped.map(({ name, last_four, revoked_at, ends_at }) => {
    const how = revoked_at === null ? keys.endedAt(format.time(ends_at ?? '')) : keys.revokedAt(format.time(revoked_at))
    return html`<li>${keys.forKey(name, last_four)}: ${how}</li>`
  })}</ul>
</details>`
}

/** Units of the drawing: a day is as wide as a bar and its gap. */
const dayWidth = 10
const barWidth = 7
const height = 48
/** A day with any requests is visible, however few they were. */
const lowest = 2

/** A bar for each day, drawn here so that it needs no script; and the same in words, for people who cannot see it. */
function usageChart({ texts: { keys }, format }: RenderContext, { days, lastMonth }: KeyUsage): Html {
  if (lastMonth === 0) return nothing
  const most = days.reduce((one, other) => (other.requests > one.requests ? other : one))
  const words = keys.chart(format.number(lastMonth), format.number(most.requests), format.date(most.day))
  const width = days.length * dayWidth
  return html`
<svg class="usage-chart" viewBox="0 0 ${width} ${height + 1}" role="img" aria-label="${words}">
<line x1="0" y1="${height + 0.5}" x2="${width}" y2="${height + 0.5}"/>
${days.map(({ day, requests }, index) => {
  const bar = requests === 0 ? 0 : Math.max(lowest, Math.round((requests / most.requests) * height))
  const place = html`x="${index * dayWidth}" y="${height - bar}" width="${barWidth}" height="${bar}"`
  return html`<rect ${place}><title>${format.date(day)}: ${format.number(requests)}</title></rect>`
})}
</svg>`
}
