import type { Language } from '#src/contract/parameters.ts'
import type { Language as PageLanguage } from '#src/texts/index.ts'
import { type Html, html } from '../html.ts'
import type { RenderContext } from '../page.ts'

/**
 * The language of texts as the interface names it; with the account's country, if the page is in the account's
 * language.
 */
export function languageTag({ viewer, language }: Pick<RenderContext, 'viewer' | 'language'>): string {
  if (viewer && viewer.iso_639_1 === language && viewer.iso_3166_1) return `${language}-${viewer.iso_3166_1}`
  return defaultLanguageTag(language)
}

/** The same without a country that somebody has chosen. */
export const defaultLanguageTag = (language: PageLanguage): string => ({ en: 'en-US', de: 'de-DE' })[language]

/** The same for functions of the catalogue. */
export function languageOf(context: Pick<RenderContext, 'viewer' | 'language'>): Language {
  const [iso_639_1 = '', iso_3166_1 = ''] = languageTag(context).split('-')
  return { iso_639_1, iso_3166_1 }
}

/** Videos are requested in the languages that most visitors may understand. */
export const videoLanguages = ({ language }: Pick<RenderContext, 'language'>) => ({
  language,
  include_video_language: 'en,de,fr,es,null',
})

/** The name of a title's language; silent movies have the code for none. */
export const languageName = ({ texts, format }: RenderContext, code: string): string =>
  code === 'xx' ? texts.catalogue.noLanguage : code && format.language(code)

export type Translations = {
  translations: readonly { iso_639_1: string; iso_3166_1: string; data: Readonly<Record<string, unknown>> }[]
}

/**
 * A longer text in the language of the page; if there is none, in another region of it, in the original language, in
 * English or in any language, with a note that says so.
 */
export function textInSomeLanguage(
  context: RenderContext,
  { text, name, original, translations }: { text: string; name: string; original: string } & Translations,
): Html {
  if (text !== '') return html`${paragraphs(text)}`
  const { language, texts, format } = context
  const rank = (code: string) => [language, original, 'en'].indexOf(code)
  const [best] = translations
    .filter(({ data }) => typeof data[name] === 'string' && data[name] !== '')
    .sort((one, other) => ((rank(one.iso_639_1) + 4) % 4) - ((rank(other.iso_639_1) + 4) % 4))
  if (!best) return html`<p class="hint">${texts.catalogue.noText}</p>`
  const note =
    best.iso_639_1 !== language &&
    html`<p class="hint">${texts.catalogue.inAnotherLanguage(format.language(best.iso_639_1))}</p>`
  return html`${note}<div lang="${best.iso_639_1}">${paragraphs(String(best.data[name]))}</div>`
}

const paragraphs = (text: string): Html[] => text.split(/\n{2,}/).map((one) => html`<p>${one}</p>`)
