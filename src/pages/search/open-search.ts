import { type Language, texts } from '#src/texts/index.ts'
import { assetAddress } from '../assets.ts'
import { defaultLanguageTag } from '../components/languages.ts'
import { type Html, html } from '../html.ts'

const type = 'application/opensearchdescription+xml'
const addressIn = (language: Language) => `/search/opensearch.xml?language=${language}`

/** Says in the head of a page where the description is. */
export const openSearchLink = (language: Language, siteName: string): Html =>
  html`<link rel="search" type="${type}" title="${siteName}" href="${addressIn(language)}">`

/** Tells browsers how to search here, so that they offer it in their own field for addresses. */
export function openSearchDescription(site: string, siteName: string, language: Language): string {
  const { searchLabel } = texts[language].common
  const suggesting = `language=${defaultLanguageTag(language)}&form=opensearch&query={searchTerms}`
  return html`<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${siteName}</ShortName>
<Description>${searchLabel}</Description>
<Language>${language}</Language>
<InputEncoding>UTF-8</InputEncoding>
<Image width="16" height="16" type="image/svg+xml">${site}${assetAddress('icon.svg')}</Image>
<Url type="text/html" method="get" template="${site}/search?query={searchTerms}"/>
<Url type="application/x-suggestions+json" method="get" template="${site}/search/suggest?${suggesting}"/>
<Url type="${type}" rel="self" template="${site}${addressIn(language)}"/>
</OpenSearchDescription>
`.text
}
