import { assetAddress } from './assets.ts'
import { avatar } from './components/avatar.ts'
import { buttonForm } from './components/form.ts'
import { membersAddress, setUpAddress } from './components/page-addresses.ts'
import { searchField } from './components/search-field.ts'
import { type Html, html, nothing } from './html.ts'
import { withNext } from './local-address.ts'
import type { RenderContext } from './page.ts'
import { profileAddress } from './records/profile-address.ts'
import { maxCounted, type Viewer } from './viewer.ts'

/**
 * What stands above every page, in one row: the way home, the search, the places of the catalogue, which are a menu on
 * phones, and the menu of the person. Both menus are popovers, so they need no script.
 */
export function header(context: RenderContext): Html {
  if (context.isClosed) return closedHeader(context)
  const { viewer, texts } = context
  const { common } = texts
  return html`
<header class="site-header">
${brand(context)}
<form class="site-search" role="search" action="/search">
<label class="unseen" for="site-search">${common.searchLabel}</label>
${searchField(context, { id: 'site-search' })}
<button class="find">${glass}<span class="unseen">${common.search}</span></button>
</form>
<button type="button" class="menu-button" popovertarget="site-menu">${common.menu}</button>
<div class="menu" id="site-menu" popover>
<nav class="places" aria-label="${common.mainNavigation}"><ul>${placesOf(context).map((place) => way(context, place))}
</ul></nav>
${!viewer && html`<nav class="account" aria-label="${common.accountNavigation}">${signedOut(context)}</nav>`}
</div>
${viewer && ownMenu(context, viewer)}
</header>`
}

const glass = html`<svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
<circle cx="8.5" cy="8.5" r="5.5"/><path d="m13 13 4.5 4.5"/></svg>`

const brand = ({ texts: { common } }: RenderContext): Html =>
  html`<a class="brand" href="/"><img src="${assetAddress('icon.svg')}" alt="" width="28" height="28"><span>${
    common.siteName
  }</span></a>`

/** Of a private catalogue, a stranger sees no more than its name and where one signs in. */
const closedHeader = (context: RenderContext): Html => html`
<header class="site-header closed">
${brand(context)}
<nav class="account" aria-label="${context.texts.common.accountNavigation}">${signedOut(context)}</nav>
</header>`

type Way = readonly [path: string, label: string, badge?: Html]

const placesOf = ({ texts: { common, discover, library }, viewer }: RenderContext): Way[] => [
  ['/movie', common.movies],
  ['/tv', common.series],
  ['/person', common.people],
  ['/discover', discover.title],
  ...(viewer ? [['/library', library.title] as const] : []),
]

function way({ address }: RenderContext, [to, label, badge = nothing]: Way): Html {
  const isHere = address.split('?', 1)[0] === to
  return html`
<li><a href="${to}"${isHere && html` aria-current="page"`}>${label}${badge}</a></li>`
}

/** How much waits, beside the word that says what; nothing if nothing does. */
function badge({ format, texts: { common } }: RenderContext, count: number): Html {
  if (count === 0) return nothing
  const shown = count > maxCounted ? `${format.number(maxCounted)}+` : format.number(count)
  return html` <span class="badge">${shown}<span class="unseen"> ${common.newOnes}</span></span>`
}

/** What belongs to the person, under their name. */
function ownMenu(context: RenderContext, viewer: Viewer): Html {
  const { texts } = context
  const { common, queue, lists, members, profiles } = texts
  const { unread, queued } = viewer
  const mayJudge = viewer.role !== 'member' || viewer.is_trusted
  const ways: Way[] = [
    [profileAddress(viewer.username), profiles.own],
    ['/lists', lists.menu],
    [membersAddress, members.title],
    ['/notifications', common.notifications, badge(context, unread)],
    mayJudge ? ['/queue', queue.title, badge(context, queued)] : ['/queue', queue.own],
    ['/settings', common.settings],
    ...(viewer.role === 'administrator' ? [['/admin', common.administration] as const] : []),
  ]
  return html`
<button type="button" class="own" popovertarget="own-menu">${avatar(viewer)}<span class="own-name">${
    viewer.displayName
  }</span>${badge(context, unread + queued)}</button>
<div class="menu own-menu" id="own-menu" popover>
<nav class="account" aria-label="${common.accountNavigation}"><ul>${ways.map((each) => way(context, each))}
<li>${buttonForm(context, '/logout', common.signOut, { className: 'link' })}</li>
</ul></nav>
</div>`
}

/** Signing in leads back to the current page, unless that is about it. Where nobody can, the server is set up first. */
function signedOut({ texts: { common, server }, address, signUps, isNew }: RenderContext): Html {
  if (isNew) return html`<ul><li><a class="button" href="${setUpAddress}">${server.setUp.title}</a></li></ul>`
  const isReturning = !/^\/($|login|signup|verify|password|unlisted|calendar|mails)/.test(address)
  const next = isReturning ? address : '/'
  return html`<ul>
<li><a href="${withNext('/login', next)}">${common.signIn}</a></li>
${signUps === 'open' && html`<li><a class="button" href="${withNext('/signup', next)}">${common.signUp}</a></li>`}
</ul>`
}
