import { fraction, type Random } from './random.ts'
import type { TongueName } from './tongues.ts'

export type Language = {
  readonly iso_639_1: string
  readonly countries: readonly string[]
  readonly tongue: TongueName
  /** Whether it is written in the script of its tongue, and not in Latin letters. */
  readonly isNative: boolean
}

/**
 * The languages of films with their shares, flattened for a catalogue of the world (assumed: English 40 %). A star says
 * that the language is written in the script of its invented tongue.
 */
const rows = `
  en 400 english US,US,US,US,US,GB,GB,CA,AU,IN,IE,NZ,ZA
  fr 105 romance FR,FR,FR,BE,CA,CH
  it 57 romance IT
  de 51 northern DE,DE,AT,CH
  es 50 romance ES,ES,MX,AR,CO,CL
  ja 45 kana* JP
  hi 39 indic* IN
  zh 33 han* CN,CN,TW
  ru 22 eastern* RU,RU,SU
  ko 22 hangul* KR
  xx 20 english US,FR,DE
  cn 16 han* HK
  pt 14 romance BR,BR,PT
  sv 13 northern SE
  pl 12 eastern PL
  ar 12 arabic* EG,LB,MA
  tr 12 eastern TR
  ta 8 indic* IN
  nl 7 northern NL,BE
  da 7 northern DK
  cs 7 eastern CZ
  no 6 northern NO
  fi 6 kana FI
  fa 6 arabic* IR
  tl 6 kana PH
  el 5 hellenic* GR
  uk 5 eastern* UA
  hu 5 northern HU
  id 5 kana ID
  he 4 arabic IL
  th 4 hangul TH
  ro 4 romance RO
  bg 3 eastern* BG
  sr 3 eastern RS`

const table = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [iso_639_1 = '', share = '0', tongue = '', countries = ''] = row.trim().split(' ')
    const language: Language = {
      iso_639_1,
      countries: countries.split(','),
      tongue: tongue.replace('*', '') as TongueName,
      isNative: tongue.endsWith('*'),
    }
    return { language, share: Number(share) }
  })
const allShares = table.reduce((sum, { share }) => sum + share, 0)

export const english = table[0]?.language as Language

export function drawLanguage(random: Random): Language {
  let left = fraction(random) * allShares
  for (const { language, share } of table) {
    left -= share
    if (left < 0) return language
  }
  return english
}

const byCode = new Map(table.map(({ language }) => [language.iso_639_1, language]))

/** The languages that texts are translated to, the most usual ones first, each for a country. */
export const translated = (
  'de-DE fr-FR es-ES it-IT pt-BR ru-RU zh-CN ja-JP pl-PL nl-NL ko-KR hu-HU cs-CZ tr-TR sv-SE da-DK fi-FI el-GR pt-PT ' +
  'es-MX uk-UA he-IL ar-EG bg-BG ro-RO th-TH no-NO fa-IR zh-TW fr-CA sr-RS hi-IN id-ID ta-IN de-AT tl-PH'
)
  .split(' ')
  .map((tag) => ({ language: byCode.get(tag.slice(0, 2)) as Language, iso_3166_1: tag.slice(3) }))

/** Countries where films are released, the most usual ones first. */
export const countries = (
  'US GB FR DE CA AU JP ES IT NL SE BR MX RU KR IN FI DK NO BE PT AR PL HU IE CH AT GR TR HK SG NZ TW CZ PH CN TH ID ' +
  'MY ZA IL CL CO PE RO BG UA HR RS SK SI EE LV LT IS EG AE KW LB SA QA VN KZ UY VE EC BO CR PA DO GT MA NG KE'
).split(' ')
