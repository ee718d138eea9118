import { trimmedEnd } from '#src/reference/text-ends.ts'
import { type Language, languages } from '#src/texts/index.ts'
import { assetAddress } from '../assets.ts'
import { defaultLanguageTag } from '../components/languages.ts'
import { type Html, html, nothing, trusted } from '../html.ts'
import { inLanguage, languageParameter, withoutLanguage } from '../local-address.ts'
import type { PageView, RenderContext } from '../page.ts'
import type { Node, Shared } from '../shared.ts'

/** Pixels of a card, as Open Graph recommends them. */
export const cardSize = { width: 1200, height: 630 }

/** Characters of a description; search engines show no more. */
const maxDescription = 200

/** What a card of the site itself shows is drawn at this address. */
const siteCard = '/card/site.jpg'

const localeOf = (language: Language) => (language === 'en' ? 'en_GB' : defaultLanguageTag(language).replace('-', '_'))

/** The colours of a browser's frame: those of the paper in the style sheet. */
export const themeColours = { light: '#fbfaf8', dark: '#14161a' }

/** The beginning of a text, up to a word; one line. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= maxDescription) return line
  const cut = line.slice(0, maxDescription - 1).toWellFormed()
  const words = cut.slice(0, Math.max(cut.lastIndexOf(' '), maxDescription / 2))
  return `${trimmedEnd(words, /[\s,;:.–-]/)}…`
}

/** What stands in the head of a page besides its title: for search engines, other sites, and browsers. */
export function metadata(context: RenderContext, view: PageView): Html {
  const { description = '', shared, isPrivate } = view
  const said = shortened(description)
  return html`
${said && html`<meta name="description" content="${said}">`}
${isPrivate && html`<meta name="robots" content="noindex">`}
${shared && !isPrivate && sharingTags(context, view, shared, said)}
${installTags(context)}`
}

/** The page in each language, and what other sites show of it. */
function sharingTags(context: RenderContext, view: PageView, shared: Shared, description: string): Html {
  const { site, language, texts, address } = context
  const whole = (path: string) => `${site}${path}`
  const here = namesLanguage(address) ? inLanguage(shared.address, language) : shared.address
  const { type = 'website', title = view.title, data = [] } = shared
  const card = inLanguage(shared.card ?? siteCard, language)
  const graph: readonly (readonly [property: string, content: string | number])[] = [
    ['og:site_name', texts.common.siteName],
    ['og:type', type],
    ['og:title', title],
    ['og:description', description],
    ['og:url', whole(here)],
    ['og:locale', localeOf(language)],
    ...languages
      .filter((other) => other !== language)
      .map((other) => ['og:locale:alternate', localeOf(other)] as const),
    ['og:image', whole(card)],
    ['og:image:type', 'image/jpeg'],
    ['og:image:width', cardSize.width],
    ['og:image:height', cardSize.height],
    ['og:image:alt', title],
  ]
  return html`<link rel="canonical" href="${whole(here)}">
${languages.map(
  (each) => html`<link rel="alternate" hreflang="${each}" href="${whole(inLanguage(shared.address, each))}">
`,
)}<link rel="alternate" hreflang="x-default" href="${whole(shared.address)}">
${graph.map(
  ([property, content]) =>
    content !== '' &&
    html`<meta property="${property}" content="${content}">
`,
)}<meta name="twitter:card" content="summary_large_image">
${data.length > 0 ? structured(data) : nothing}`
}

const languageNamed = new RegExp(`[?&]${languageParameter}=(${languages.join('|')})(&|$)`)

const namesLanguage = (address: string): boolean => address !== withoutLanguage(address) && languageNamed.test(address)

/** Data, which no content policy takes for a script. Nothing in it can end the element. */
const structured = (nodes: readonly Node[]): Html => {
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes })
  return html`<script type="application/ld+json">${trusted(text.replace(/</g, '\\u003c'))}</script>`
}

/** The pages can be installed as an application of a phone or a computer. */
const installTags = ({ appearance }: RenderContext): Html => html`${
  appearance === 'device'
    ? html`<meta name="theme-color" content="${themeColours.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${themeColours.dark}" media="(prefers-color-scheme: dark)">`
    : html`<meta name="theme-color" content="${themeColours[appearance]}">`
}
<link rel="icon" type="image/svg+xml" href="${assetAddress('icon.svg')}">
<link rel="apple-touch-icon" href="${assetAddress('icon-180.png')}">
<link rel="manifest" href="/site.webmanifest">`
