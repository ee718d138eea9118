import { type DialectName, dialectNames } from '#src/contract/dialects.ts'
import { isWebAddress } from '#src/contract/web-address.ts'
import { maxEmailLength } from '#src/credentials/email.ts'
import { emailFault } from '#src/credentials/rules.ts'
import { hiddenIn, tidyProse } from '#src/reference/hidden.ts'
import { readKeyLanguages } from './key-languages.ts'
import { type Plan, plans } from './plans.ts'

export const kindsOfUse = ['website', 'mobile', 'desktop', 'media_centre', 'education', 'other'] as const
export type KindOfUse = (typeof kindsOfUse)[number]

export const maxApplicationNameLength = 100
export const maxApplicationAddressLength = 500
export const minSummaryLength = 20
export const maxSummaryLength = 1_000

/** What somebody who wants a key has to state. */
export type KeyApplication = {
  plan: Plan
  dialect: DialectName
  /** The chain of languages of replies to requests that name none, as keys store it; '' for none. */
  languages: string
  /** Those that follow the languages of every request. */
  appended_languages: string
  name: string
  /** The public address of the application; '' if it has none. */
  application_address: string
  kind_of_use: KindOfUse
  summary: string
  /** An e-mail address. */
  contact: string
}

export type ApplicationField = keyof KeyApplication | 'terms'
export type ApplicationFault = 'missing' | 'too_short' | 'too_long' | 'unreadable' | 'unknown' | 'not_accepted'

/** The texts of the form; `terms` is not empty if they were accepted. */
export type ApplicationTexts = Readonly<Record<ApplicationField, string>>

/** Reads an application; returns what is wrong with it, by field, if anything is. */
export function readApplication(
  texts: ApplicationTexts,
): { faults: Map<ApplicationField, ApplicationFault> } | { application: KeyApplication } {
  const given = Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [field, trimmed(text)]),
  ) as ApplicationTexts
  const faults = new Map<ApplicationField, ApplicationFault>()
  for (const [field, faultOf] of Object.entries(rules) as [ApplicationField, (text: string) => Fault][]) {
    const fault = given[field] === '' && !optional.includes(field) ? missing(field) : faultOf(given[field])
    if (fault) faults.set(field, fault)
  }
  if (faults.size > 0) return { faults }
  const { terms: _, ...application } = given
  const languages = readKeyLanguages(given.languages) ?? ''
  const appended_languages = readKeyLanguages(given.appended_languages) ?? ''
  return { application: { ...application, languages, appended_languages } as KeyApplication }
}

const optional: readonly ApplicationField[] = ['languages', 'appended_languages', 'application_address']

type Fault = ApplicationFault | undefined

/** Browsers send two characters for each line end but count one. */
const trimmed = (text: string) => text.replaceAll('\r\n', '\n').trim()
const missing = (field: ApplicationField): Fault => (field === 'terms' ? 'not_accepted' : 'missing')
const oneOf =
  (words: readonly string[]) =>
  (text: string): Fault =>
    words.includes(text) ? undefined : 'unknown'

const rules: Readonly<Record<ApplicationField, (text: string) => Fault>> = {
  plan: oneOf(plans),
  dialect: oneOf(dialectNames),
  languages: chainFault,
  appended_languages: chainFault,
  name: (text) => lineFault(text, maxApplicationNameLength),
  application_address(text) {
    if (text === '') return undefined
    const fault = lineFault(text, maxApplicationAddressLength)
    if (fault) return fault
    return isWebAddress(text) ? undefined : 'unreadable'
  },
  kind_of_use: oneOf(kindsOfUse),
  summary(text) {
    if (text.length > maxSummaryLength) return 'too_long'
    if ([...text].length < minSummaryLength) return 'too_short'
    return tidyProse(text) !== text || !text.isWellFormed() ? 'unreadable' : undefined
  },
  contact(text) {
    const fault = lineFault(text, maxEmailLength)
    return fault ?? (emailFault(text) && 'unreadable')
  },
  terms: () => undefined,
}

function chainFault(text: string): Fault {
  return readKeyLanguages(text) === undefined ? 'unknown' : undefined
}

function lineFault(text: string, maxLength: number): Fault {
  if (text.length > maxLength) return 'too_long'
  return hiddenIn(text) !== undefined || !text.isWellFormed() ? 'unreadable' : undefined
}
