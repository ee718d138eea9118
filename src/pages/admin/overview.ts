import { countAccounts, waitingForVerification } from '#src/accounts/administration.ts'
import { dismissalOf, newlyOpen } from '#src/installation/dismissal.ts'
import type { Finding } from '#src/installation/findings.ts'
import { openJobs } from '#src/jobs/jobs.ts'
import { version } from '#src/package-root.ts'
import { recordCounts } from '#src/sitemaps/files.ts'
import { lastBackups } from '#src/upkeep/backups.ts'
import { marked } from '../components/marked.ts'
import { type Html, html, nothing } from '../html.ts'
import { type PageContext, page } from '../page.ts'
import { adminPage } from './frame.ts'
import { badge, examined, setupAddress, told } from './setup.ts'

/** Beyond this many, accounts are not counted. */
const maxCounted = 10_000

/** The administration as a whole: on top of it what somebody should see to, and how the server is doing. */
export const overview = page('GET /admin', {
  access: 'administrator',
  async handle(context) {
    const { db, texts } = context
    const { admin, server } = texts
    const { setup: words } = admin
    const meanings = Object.entries(admin.meaning) as [keyof typeof admin.meaning, string][]
    const open = newlyOpen(await examined(context), await dismissalOf(db))
    const content = html`
<h2>${words.attention}</h2>
${toSeeTo(context, open)}
<p class="actions"><a class="button" href="${setupAddress}">${words.toSetup}</a></p>
${await unverified(context)}
<h2>${server.overview.counts}</h2>
${await facts(context)}
<h2>${server.overview.jobs}</h2>
${await jobs(context)}
<h2>${words.pages}</h2>
<dl class="meanings">${meanings.map(
      ([place, meaning]) => html`
<dt><a href="/admin/${place}">${admin.places[place]}</a></dt><dd>${meaning}</dd>`,
    )}</dl>`
    return adminPage(context, 'overview', admin.places.overview, content)
  },
})

function toSeeTo(context: PageContext, open: readonly Finding[]): Html {
  if (open.length === 0) return html`<p>${context.texts.admin.setup.nothingNew}</p>`
  const items = open.map((each) => html`<li>${badge(context, each.state)} ${told(context, each)}</li>`)
  return html`<ul class="obstacles">${items}</ul>`
}

/** Who waits for a link that perhaps nobody sends: an administrator can let them in. */
async function unverified({ db, config, texts, format }: PageContext): Promise<Html> {
  const { overview: words } = texts.server
  const waiting = await waitingForVerification(db)
  if (waiting.length === 0) return nothing
  return html`
<h2>${words.waiting}</h2>
<p>${words.waitingText} ${config.smtp === '' && words.waitingUnsent}</p>
<ul class="rows">${waiting.map(
    ({ id, username, email, created_at }) => html`
<li><a href="/admin/accounts/${id}">${username}</a>
<span class="hint">${email}, ${words.since(format.time(created_at))}</span></li>`,
  )}</ul>`
}

async function facts({ db, texts, format }: PageContext): Promise<Html> {
  const { overview: words } = texts.server
  const [counts, accounts, [last]] = await Promise.all([
    recordCounts(db),
    countAccounts(db, maxCounted + 1),
    lastBackups(db),
  ])
  const ofKinds = Object.entries(texts.mergeAndDelete.kinds).map(([kind, label]): [string, string] => [
    label,
    format.number(counts.find((each) => each.kind === kind)?.count ?? 0),
  ])
  const shown: [string, string][] = [
    ...ofKinds,
    [words.accounts, accounts > maxCounted ? words.moreThan(format.number(maxCounted)) : format.number(accounts)],
    [words.lastBackup, last ? format.time(last.at) : words.never],
    [words.version, version],
  ]
  return html`
<dl class="facts">${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

async function jobs({ db, texts }: PageContext): Promise<Html> {
  const { overview: words } = texts.server
  const running = await openJobs(db)
  if (running.length === 0) return html`<p>${words.noJobs}</p>`
  return html`<ul class="rows">${running.map(
    ({ kind, username }) => html`<li>${marked(words.jobOf(words.jobNames[kind] ?? kind, username))}</li>`,
  )}</ul>`
}
