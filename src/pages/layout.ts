import { appearances } from '#src/accounts/profile.ts'
import { ownName } from '#src/texts/format.ts'
import { languages } from '#src/texts/index.ts'
import { assetAddress } from './assets.ts'
import { copyScript } from './components/copyable.ts'
import { accessAddress } from './components/page-addresses.ts'
import { formTokenField } from './form-token.ts'
import { header } from './header.ts'
import { type Html, html } from './html.ts'
import { withNext } from './local-address.ts'
import type { PageView, RenderContext } from './page.ts'
import { openSearchLink } from './search/open-search.ts'
import { metadata } from './sharing/metadata.ts'
import { sharePage } from './sharing/share.ts'

/** Browsers that can do so show a page once it is there as far as this: nothing moves while the rest is read. */
const lastOfPage = 'site-footer'

/** The whole document around a page's view. */
export function layout(context: RenderContext, view: PageView): string {
  const { title, main, feed, refreshSeconds, scripts = [], shared, isPrivate } = view
  const isShared = shared !== undefined && shared.type !== undefined && !isPrivate && !context.isClosed
  const { texts, language, appearance, notice, hasSaved, viewer, isClosed } = context
  const { common } = texts
  return html`<!doctype html>
<html lang="${language}"${appearance !== 'device' && html` data-appearance="${appearance}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${appearance === 'device' ? 'light dark' : appearance}">
<title>${title} · ${common.siteName}</title>
${metadata(context, view)}
<link rel="stylesheet" href="${assetAddress('site.css')}">
<link rel="expect" href="#${lastOfPage}" blocking="render">
${refreshSeconds && html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`}
${!isClosed && openSearchLink(language, common.siteName)}
${feed && html`<link rel="alternate" type="application/atom+xml" title="${feed.title}" href="${feed.address}">`}
${[
  ...(isClosed ? [] : ['suggestions.js', 'search.js']),
  ...(viewer ? ['draft.js'] : []),
  ...(isShared ? [copyScript] : []),
  ...scripts,
].map((name) => html`<script src="${assetAddress(name)}" defer></script>`)}
</head>
<body>
<a class="skip" href="#main">${common.skip}</a>
${header(context)}
<main id="main" tabindex="-1">
${isUnverified(context) && banner(context)}
${isRecovered(context) && recoveryBanner(context)}
${notice && html`<p class="notice" role="status"${hasSaved && html` data-saved`}>${notice}</p>`}
${main}
</main>
${isShared && sharePage(context, shared.address, shared.title ?? title)}
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

/** Who got back into an account is reminded until they have looked at what else opens it. */
const isRecovered = ({ viewer, address }: RenderContext) =>
  viewer !== undefined && viewer.recovered_at !== null && !address.startsWith(accessAddress)

function recoveryBanner({ texts: { access }, address }: RenderContext): Html {
  return html`<p class="banner">${access.banner} <a href="${withNext(accessAddress, address)}">${
    access.bannerLink
  }</a></p>`
}

function footer(context: RenderContext): Html {
  const { texts, language, appearance, isClosed } = context
  const { common, commons, history, reference } = texts
  const about = html`
<div><p>${common.about}</p>
<p><a href="/about">${commons.title}</a> ·
<a href="/edits">${history.recent}</a> · <a href="/quality">${common.mend}</a> ·
<a href="/docs/guide">${reference.guide}</a> · <a href="/docs">${common.reference}</a></p></div>`
  const named = languages.map((code) => ({ value: code, label: ownName(code), language: code }))
  const looks = appearances.map((value) => ({ value, label: common.appearances[value] }))
  return html`
<footer class="site-footer" id="${lastOfPage}">
${!isClosed && about}
<div class="choices">
${choice(context, 'language', common.language, named, language, common.chooseLanguage)}
${choice(context, 'appearance', common.appearance, looks, appearance, common.chooseAppearance)}
</div>
</footer>`
}

type Offered = readonly { value: string; label: string; language?: string }[]

/** A choice that is made with one button, at the address of its name. */
const choice = (
  { formToken, address }: RenderContext,
  name: 'language' | 'appearance',
  label: string,
  offered: Offered,
  present: string,
  button: string,
): Html => html`
<form class="${name}" method="post" action="/${name}">
<input type="hidden" name="${formTokenField}" value="${formToken}">
<input type="hidden" name="next" value="${address}">
<label for="site-${name}">${label}</label>
<select id="site-${name}" name="${name}">
${offered.map(
  ({ value, label, language }) => html`
<option value="${value}"${language && html` lang="${language}"`}${
    value === present && html` selected`
  }>${label}</option>`,
)}
</select>
<button class="button">${button}</button>
</form>`
