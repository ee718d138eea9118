import { dismissalOf, dismissSetup } from '#src/installation/dismissal.ts'
import { examineQuickly, type Point, points } from '#src/installation/examine.ts'
import { type Finding, remedyOf, type State, saysOf } from '#src/installation/findings.ts'
import { forThisServer } from '#src/installation/for-this-server.ts'
import { buttonForm } from '../components/form.ts'
import { marked } from '../components/marked.ts'
import { guideAddress } from '../guide/documents.ts'
import { type Html, html, nothing } from '../html.ts'
import { type PageContext, page, type RenderContext, redirect } from '../page.ts'
import { adminPage } from './frame.ts'

export const setupAddress = '/admin/setup'
export const settingsGuide = `${guideAddress}/settings`

/** What a new server needs, each point checked when the page is opened. */
export const setup = page(`GET ${setupAddress}`, {
  access: 'administrator',
  async handle(context) {
    const { admin } = context.texts
    const { setup: words } = admin
    const findings = await examined(context)
    const shown = Object.keys(points).map((each) => pointOf(context, each as Point, findings))
    const checked = shown.filter(({ state }) => state !== 'info')
    const ready = checked.filter(({ state }) => state === 'well').length
    const isDismissed = (await dismissalOf(context.db)) !== undefined
    const content = html`
<p class="lead">${words.lead}</p>
<p class="hint">${marked(forThisServer(words.howToSet, context.config))}
<a href="${settingsGuide}">${words.allSettings}</a></p>
<p>${words.done(ready, checked.length)}</p>
<ol class="setup">${shown.map((each) => each.card)}</ol>
${
  isDismissed
    ? html`<p class="hint">${words.dismissed}</p>`
    : html`<p class="hint">${words.again}</p>
${buttonForm(context, `${setupAddress}/dismissal`, words.dismiss)}`
}`
    return adminPage(context, 'setup', admin.places.setup, content)
  },
})

export const dismiss = page(`POST ${setupAddress}/dismissal`, {
  access: 'administrator',
  async handle(context) {
    await context.write(dismissSetup, await examined(context))
    return redirect('/admin', 'admin.setupDismissed')
  },
})

export const examined = ({ db, config, now }: PageContext) => examineQuickly(db, config, now)

export const badge = ({ texts: { admin } }: RenderContext, state: State): Html =>
  state === 'info'
    ? nothing
    : html`<span class="tag${{ well: ' good', note: '', wrong: ' bad' }[state]}">${admin.setup.states[state]}</span>`

/** A finding, with what to do about it. */
export const told = ({ texts, config }: PageContext, finding: Finding): Html => {
  const remedy = finding.state === 'well' ? undefined : remedyOf(texts, finding, config)
  return html`${marked(saysOf(texts, finding, config))}${remedy && html` ${marked(remedy)}`}`
}

type Way = readonly [address: string, label: string]

/** Where a point is seen to on the pages, and what the guide says about it. */
function waysOf({ texts: { admin, settings } }: PageContext): Record<Point, { pages?: Way[]; guide?: Way }> {
  const { setup: words, places } = admin
  const guide: Way = [settingsGuide, words.allSettings]
  const server: Way = ['/admin/server', places.server]
  const ofSignUps: Way[] = [
    ['/admin/server', words.inviteOnly],
    ['/admin/invitations', places.invitations],
    ['/admin/accounts', places.accounts],
  ]
  return {
    address: { guide },
    mail: { guide },
    signUps: { pages: ofSignUps, guide },
    sample: { pages: [server], guide: [`${guideAddress}/commands#sample`, words.aboutCommand] },
    fill: { pages: [['/admin/fill', places.fill]], guide: [`${guideAddress}/importing`, words.aboutImports] },
    connect: { pages: [['/settings/connect', settings.places.connect]] },
    storage: { guide },
    backups: { pages: [server], guide: [`${guideAddress}/operations#backup-and-restore`, words.aboutBackups] },
  }
}

/** A point is as good as the worst that was found for it. */
function pointOf(context: PageContext, point: Point, findings: readonly Finding[]): { state: State; card: Html } {
  const { setup: words } = context.texts.admin
  const areas: readonly string[] = points[point]
  const own = findings.filter(({ area }) => areas.includes(area))
  const states = own.map(({ state }) => state)
  const state = (['wrong', 'note', 'info'] as const).find((each) => states.includes(each)) ?? 'well'
  const { pages = [], guide } = waysOf(context)[point]
  const card = html`
<li class="card">
<h2>${words.points[point]} ${badge(context, state)}</h2>
${own.map((each) => html`<p>${told(context, each)}</p>`)}
<p class="actions">${pages.map(([to, label]) => html`<a class="button" href="${to}">${label}</a> `)}
${guide && !(point === 'sample' && state === 'well') && html`<a href="${guide[0]}">${guide[1]}</a>`}</p></li>`
  return { state, card }
}
