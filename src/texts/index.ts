import { remember } from '#src/database/remember.ts'
import { en } from './en/index.ts'
import * as folders from './folders.ts'

export type Texts = typeof en
export type Language = keyof typeof folders

/** What the folder of a language has: files, each of them whole. */
export type Folder = Partial<Texts>

/** The texts of a language; files that its folder lacks are in English. */
export const textsIn = (folder: Folder): Texts => ({ ...en, ...folder })

/** The texts of every language of the pages, English first. */
export const texts = Object.fromEntries(
  [['en', en] as const, ...Object.entries<Folder>(folders)].map(([code, folder]) => [code, textsIn(folder)]),
) as Record<Language, Texts>

/** Names of the site, in each language, for which the texts are in memory. */
const maxNames = 20

const named = Object.fromEntries(
  Object.entries(texts).map(([code, all]) => [
    code,
    remember(maxNames, (siteName): Texts => ({ ...all, common: { ...all.common, siteName } })),
  ]),
) as Record<Language, (siteName: string) => Texts>

/** The texts of a language for a site of this name. */
export const textsNaming = (siteName: string, language: Language): Texts =>
  siteName === texts[language].common.siteName ? texts[language] : named[language](siteName)

export const languages = Object.keys(texts) as Language[]

export const isLanguage = (text: string): text is Language => Object.hasOwn(texts, text)

/** Areas of the texts with notices: short sentences at the top of the page after a form. */
type Noticing = { [Area in keyof Texts]: Texts[Area] extends { notices: object } ? Area : never }[keyof Texts]

/** `account.signed_out`: an area, and one of its notices. */
export type NoticeName = { [Area in Noticing]: `${Area}.${keyof Texts[Area]['notices'] & string}` }[Noticing]

/** The sentence of a notice; undefined if the name, which comes from a browser, is unknown. */
export function noticeOf(name: string, language: Language): string | undefined {
  const [area = '', key = ''] = name.split('.')
  const areas: Readonly<Record<string, object>> = texts[language]
  if (!Object.hasOwn(areas, area)) return undefined
  const { notices } = areas[area] as { notices?: Readonly<Record<string, string>> }
  return notices && Object.hasOwn(notices, key) ? notices[key] : undefined
}

/** The preferred language of an Accept-Language header among those of the pages. */
export const preferredLanguage = (header: string | undefined): Language =>
  (acceptedTags(header)
    .map((tag) => tag.slice(0, 2).toLowerCase())
    .find(isLanguage) as Language | undefined) ?? 'en'

/** The tags of languages in an Accept-Language header, the most wanted first. */
export function acceptedTags(header: string | undefined): string[] {
  const wanted = (header ?? '').split(',', maxPreferences).map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((each) => each.trim())
    const weight = parameters.find((each) => each.startsWith('q='))
    return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
  })
  return wanted
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}

/** Preferences of a header that are read. */
const maxPreferences = 20
