import type { TextSource } from '#src/catalogue/summaries/text-sources.ts'
import { homeCountry, type Language, localeTag, parseLanguage } from '#src/contract/languages.ts'
import type { Language as PageLanguage } from '#src/texts/index.ts'
import { type Html, html } from '../html.ts'
import type { RenderContext } from '../page.ts'
import { creditOf } from './text-credit.ts'

type Reader = Pick<RenderContext, 'viewer' | 'language'> & Partial<Pick<RenderContext, 'otherLanguages'>>

/** The languages of texts as the interface names them: that of the page, and others that the browser accepts. */
export const languageTag = (reader: Reader): string =>
  [pageLanguageTag(reader), ...(reader.otherLanguages ?? []).map(localeTag)].join(',')

/** That of the page alone; with the account's country, if the page is in the account's language. */
export function pageLanguageTag({ viewer, language }: Reader): string {
  if (viewer && viewer.iso_639_1 === language && viewer.iso_3166_1) return `${language}-${viewer.iso_3166_1}`
  return defaultLanguageTag(language)
}

/** The same with the country where most speak the language, instead of one that somebody has chosen: `en-US`. */
export const defaultLanguageTag = (language: PageLanguage): string => `${language}-${homeCountry(language)}`

/** The same for functions of the catalogue. */
export const languageOf = (reader: Reader): Language => parseLanguage(languageTag(reader)) as Language

/** Videos are requested in the languages that most visitors may understand. */
export const videoLanguages = ({ language }: Pick<RenderContext, 'language'>) => ({
  language,
  include_video_language: 'en,de,fr,es,null',
})

/** The name of a title's language; silent movies have the code for none. */
export const languageName = ({ texts, format }: RenderContext, code: string): string =>
  code === 'xx' ? texts.catalogue.noLanguage : code && format.language(code)

/** The tag of the language of the words in a picture, with its country if it has one: `pt-BR`; '' for no words. */
export const languageOfWords = ({ iso_639_1, iso_3166_1 }: { iso_639_1: string | null; iso_3166_1: string | null }) =>
  iso_639_1 ? localeTag({ iso_639_1, iso_3166_1: iso_3166_1 ?? '' }) : ''

export type Translations = {
  translations: readonly { iso_639_1: string; iso_3166_1: string; data: Readonly<Record<string, unknown>> }[]
}

type LongText = { text: string; name: string; original: string; sources: readonly TextSource[] } & Translations

/**
 * A longer text in the first language of the reader that has one; if there is none, in another region of the page's
 * language, in the original language, in English or in any language. A note says so where it is not that of the page,
 * and another one names its source where the licence asks for that.
 */
export function textInSomeLanguage(context: RenderContext, of: LongText): Html {
  const { text, name, original, translations } = of
  const { language, texts, format } = context
  const rank = (code: string) => ([language, original, 'en'].indexOf(code) + 4) % 4
  const [best] = translations
    .filter(({ data }) => typeof data[name] === 'string' && data[name] !== '' && (text === '' || data[name] === text))
    .sort((one, other) => rank(one.iso_639_1) - rank(other.iso_639_1))
  if (!best && text === '') return html`<p class="hint">${texts.catalogue.noText}</p>`
  const { iso_639_1, iso_3166_1 } = best ?? { iso_639_1: 'en', iso_3166_1: 'US' }
  const sources = of.sources.filter((one) => one.iso_639_1 === iso_639_1 && one.iso_3166_1 === iso_3166_1)
  const credit = creditOf(context, sources)
  if (!best) return html`${paragraphs(text)}${credit}`
  if (iso_639_1 === language) return html`${paragraphs(String(best.data[name]))}${credit}`
  const note = html`<p class="hint">${texts.catalogue.inAnotherLanguage(format.language(iso_639_1))}</p>`
  return html`${note}<div lang="${iso_639_1}">${paragraphs(String(best.data[name]))}</div>${credit}`
}

const paragraphs = (text: string): Html[] => text.split(/\n{2,}/).map((one) => html`<p>${one}</p>`)
