import { type Client, type ClientId, clients, otherClient, type Use } from '#src/connect/clients.ts'
import { obstaclesOf } from '#src/connect/obstacles.ts'
import { commandHere } from '#src/installation/for-this-server.ts'
import { keysOfAccount } from '#src/keys/account-keys.ts'
import { copyable } from '../components/copyable.ts'
import { marked } from '../components/marked.ts'
import { type Html, html, nothing } from '../html.ts'
import { type PageContext, page } from '../page.ts'
import { settingsPage } from '../settings/frame.ts'
import { appAddress, testAddress } from './addresses.ts'
import { networkSection } from './network.ts'
import { obstacleList } from './obstacles.ts'

/** How apps are connected, from the table of apps. */
export const overview = page('GET /settings/connect', {
  access: 'account',
  async handle(context) {
    const { viewer, texts } = context
    const { connect } = texts
    const isAdministrator = viewer.role === 'administrator'
    return settingsPage(
      context,
      'connect',
      html`
<p class="lead">${connect.lead}</p>
${obstacleSection(context, isAdministrator)}
${addresses(context)}
${await ownApps(context, viewer.id)}
${clientsFor(context, 'player')}
${clientsFor(context, 'program', otherCard(context))}
${isAdministrator && (await networkSection(context))}`,
    )
  },
})

/** Players come first: most people have one of them. */
function clientsFor(context: PageContext, use: Use, last: Html = nothing): Html {
  const cards = clients.filter((each) => each.use === use).map((each) => clientCard(context, each))
  return html`
<h2>${context.texts.connect.apps[use]}</h2>
<div class="clients">${cards}${last}</div>`
}

function obstacleSection(context: PageContext, isAdministrator: boolean): Html {
  const { config, now, texts } = context
  // What only matters to mails and certificates is for those who can mend it.
  const found = obstaclesOf(config, now).filter(({ is }) => isAdministrator || is === 'only_here')
  if (found.length === 0) return nothing
  return html`<h2>${texts.connect.obstacles}</h2>${obstacleList(context, found, isAdministrator)}`
}

function addresses(context: PageContext): Html {
  const {
    texts: { connect },
    site,
  } = context
  return html`
<h2>${connect.address}</h2>
<p>${connect.addressHint}</p>
<dl class="facts addresses">
<div><dt>${connect.ofInterface}</dt><dd>${copyable(context, `${site}/3`)}</dd></div>
<div><dt>${connect.ofPictures}</dt><dd>${copyable(context, `${site}/t/p/`)}</dd></div>
</dl>`
}

/** Keys of the account, each with its test. */
async function ownApps(context: PageContext, account_id: number): Promise<Html> {
  const { db, now, texts } = context
  const { connect, keys } = texts
  const { active } = await keysOfAccount(db, account_id, now)
  if (active.length === 0) return nothing
  return html`
<h2>${connect.keys}</h2>
<p>${connect.keysHint}</p>
<ul class="own-apps">${active.map(
    ({ id, name, last_four }) => html`
<li><span>${name} <span class="hint">${keys.endsIn(last_four)}</span></span>
<a class="button" href="${testAddress(id)}">${connect.toTest}<span class="unseen"> ${name}</span></a></li>`,
  )}</ul>`
}

/** What the texts of the apps have in place of this server. */
const exampleSite = 'http://films.lan:8080'
const exportCommand = 'npx reelcommons export --to nfo /media/films'

function clientCard(context: PageContext, { id, name, way, tried }: Client): Html {
  const { connect } = context.texts
  const { how, tried: what }: { how: string; tried?: string } = connect.app[id as ClientId]
  // Where the server keeps its data is for those who run it.
  const isAdministrator = context.viewer?.role === 'administrator'
  const exporting = isAdministrator ? commandHere(exportCommand, context.config) : exportCommand
  const proof = tried === undefined ? connect.notTried : connect.tried(tried)
  return html`
<article class="card client" aria-labelledby="client-${id}">
<h3 id="client-${id}">${name}</h3>
<p class="hint">${connect.way[way]} · ${proof}</p>
<p>${marked(how.replaceAll(exampleSite, context.site))}</p>
${what && html`<p class="hint">${connect.worked} ${what}</p>`}
${
  way === 'files'
    ? html`<p>${connect.exportHow}</p><pre tabindex="0"><code>${exporting}</code></pre>`
    : makeLink(context, id, connect.makeKeyFor(name))
}
</article>`
}

const makeLink = ({ texts: { connect } }: PageContext, id: string, label: string): Html => html`
<p class="actions">
<a class="button" href="${appAddress(id)}" aria-label="${label}">${connect.makeKey}</a></p>`

function otherCard(context: PageContext): Html {
  const { connect } = context.texts
  return html`
<article class="card client" aria-labelledby="client-other">
<h3 id="client-other">${connect.other}</h3>
<p class="hint">${connect.way.setting}</p>
<p>${connect.otherHow}</p>
${makeLink(context, otherClient, connect.makeKeyForOther)}
</article>`
}
