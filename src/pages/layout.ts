import { ownName } from '#src/texts/format.ts'
import { languages } from '#src/texts/index.ts'
import { assetAddress } from './assets.ts'
import { avatar } from './components/avatar.ts'
import { buttonForm } from './components/form.ts'
import { searchField } from './components/search-field.ts'
import { formTokenField } from './form-token.ts'
import { type Html, html, nothing } from './html.ts'
import { withNext } from './local-address.ts'
import type { PageView, RenderContext } from './page.ts'
import { openSearchLink } from './search/open-search.ts'
import { metadata } from './sharing/metadata.ts'
import type { Viewer } from './viewer.ts'

/** The whole document around a page's view. */
export function layout(context: RenderContext, view: PageView): string {
  const { title, main, feed, refreshSeconds, scripts = [] } = view
  const { texts, language, notice, hasSaved, viewer, isClosed } = context
  const { common } = texts
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${common.siteName}</title>
${metadata(context, view)}
<link rel="stylesheet" href="${assetAddress('site.css')}">
${refreshSeconds && html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`}
${!isClosed && openSearchLink(language)}
${feed && html`<link rel="alternate" type="application/atom+xml" title="${feed.title}" href="${feed.address}">`}
${[...(isClosed ? [] : ['search.js']), ...(viewer ? ['draft.js'] : []), ...scripts].map(
  (name) => html`<script src="${assetAddress(name)}" defer></script>`,
)}
</head>
<body>
<a class="skip" href="#main">${common.skip}</a>
${header(context)}
<main id="main" tabindex="-1">
${isUnverified(context) && banner(context)}
${notice && html`<p class="notice" role="status"${hasSaved && html` data-saved`}>${notice}</p>`}
${main}
</main>
${footer(context)}
</body>
</html>
`.text
}

function banner({ texts: { account }, address }: RenderContext): Html {
  const { banner, bannerLink } = account.verify
  return html`<p class="banner">${banner} <a href="${withNext('/verify', address)}">${bannerLink}</a></p>`
}

/** A new account is reminded, except on the very page that it is reminded of. */
const isUnverified = ({ viewer, address }: RenderContext) =>
  viewer !== undefined && viewer.email_verified_at === null && !address.startsWith('/verify')

const brand = ({ texts: { common } }: RenderContext): Html =>
  html`<a class="brand" href="/"><img src="${assetAddress('icon.svg')}" alt="" width="28" height="28">${
    common.siteName
  }</a>`

/** Of a private catalogue, a stranger sees no more than its name and where one signs in. */
const closedHeader = (context: RenderContext): Html => html`
<header class="site-header">
${brand(context)}
<nav class="account" aria-label="${context.texts.common.accountNavigation}">${signedOut(context)}</nav>
</header>`

function header(context: RenderContext): Html {
  if (context.isClosed) return closedHeader(context)
  const { viewer, texts, address } = context
  const { common } = texts
  const places: [path: string, label: string][] = [
    ['/movie', common.movies],
    ['/tv', common.series],
    ['/person', common.people],
    ['/discover', texts.discover.title],
    ...(viewer
      ? ([
          ['/library', texts.library.title],
          ['/lists', texts.lists.menu],
        ] as [string, string][])
      : []),
  ]
  const path = address.split('?', 1)[0]
  return html`
<header class="site-header">
${brand(context)}
<button type="button" class="button menu-button" popovertarget="site-menu">${common.menu}${menuBadge(context)}</button>
<form class="site-search" role="search" action="/search">
<label class="unseen" for="site-search">${common.searchLabel}</label>
${searchField(context, { id: 'site-search' })}
<button class="button">${common.search}</button>
</form>
<div class="menu" id="site-menu" popover>
<nav class="places" aria-label="${common.mainNavigation}"><ul>
${places.map(([to, label]) => {
  const onlyInMenu = to === '/lists' && html` class="in-menu"`
  return html`<li${onlyInMenu}><a href="${to}"${path === to && html` aria-current="page"`}>${label}</a></li>`
})}
</ul></nav>
<nav class="account" aria-label="${common.accountNavigation}">
${viewer ? signedIn(context, viewer) : signedOut(context)}
</nav>
</div>
</header>`
}

/** On a closed menu: that there is something to read in it. */
const menuBadge = ({ viewer, format }: RenderContext): Html =>
  viewer && viewer.unread > 0 ? html` <span class="badge">${format.number(viewer.unread)}</span>` : nothing

function signedIn(context: RenderContext, viewer: Viewer): Html {
  const { texts, format } = context
  const { common, queue } = texts
  const { unread } = viewer
  const spoken = unread > 0 && html` aria-label="${common.unreadNotifications(unread)}"`
  const badge = unread > 0 && html` <span class="badge">${format.number(unread)}</span>`
  const name = html`${avatar(viewer)}<span>${viewer.displayName}</span>`
  return html`<ul>
${(viewer.role !== 'member' || viewer.is_trusted) && html`<li><a href="/queue">${queue.title}</a></li>`}
<li><a href="/notifications"${spoken}>${common.notifications}${badge}</a></li>
<li><a class="own" href="/settings/profile" title="${common.settings}">${name}</a></li>
<li>${buttonForm(context, '/logout', common.signOut, { className: 'link' })}</li>
</ul>`
}

/** Signing in and up lead back to the current page, unless that is about signing in. */
function signedOut({ texts: { common }, address, signUps }: RenderContext): Html {
  const isReturning = !/^\/($|login|signup|verify|password|unlisted|calendar|mails)/.test(address)
  const next = isReturning ? address : '/'
  return html`<ul>
<li><a href="${withNext('/login', next)}">${common.signIn}</a></li>
${signUps === 'open' && html`<li><a class="button" href="${withNext('/signup', next)}">${common.signUp}</a></li>`}
</ul>`
}

function footer({ texts: { common, history }, language, formToken, address, isClosed }: RenderContext): Html {
  const about = html`
<p>${common.about} <a href="/edits">${history.recent}</a> · <a href="/quality">${common.mend}</a> ·
<a href="/docs">${common.reference}</a></p>`
  return html`
<footer class="site-footer">
${!isClosed && about}
<form class="language" method="post" action="/language">
<input type="hidden" name="${formTokenField}" value="${formToken}">
<input type="hidden" name="next" value="${address}">
<label for="site-language">${common.language}</label>
<select id="site-language" name="language">
${languages.map(
  (code) => html`
<option value="${code}" lang="${code}"${code === language && html` selected`}>${ownName(code)}</option>`,
)}
</select>
<button class="button">${common.chooseLanguage}</button>
</form>
</footer>`
}
