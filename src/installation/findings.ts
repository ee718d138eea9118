import type { Config } from '#src/config.ts'
import { type Obstacle, obstacleSentence } from '#src/connect/obstacles.ts'
import type { Texts } from '#src/texts/index.ts'
import { forThisServer } from './for-this-server.ts'

/** What is looked at. */
export type Area =
  | 'address'
  | 'site'
  | 'certificate'
  | 'server'
  | 'disk'
  | 'mail'
  | 'signups'
  | 'sample'
  | 'database'
  | 'search'
  | 'pictures'
  | 'apps'
  | 'keys'
  | 'codes'
  | 'backup'

/** Well, something to do or to know, or wrong; or what nobody can check, and everybody has to know. */
export type State = 'well' | 'note' | 'wrong' | 'info'

type Says = Texts['checks']['says']

/** What was found: the name of its sentence, and what that is about; or what keeps apps away. */
export type Finding = { area: Area; state: State } & (
  | { is: keyof Says; about: readonly string[] }
  | { obstacle: Obstacle }
)

type About<Is extends keyof Says> = Says[Is] extends (...about: infer Values extends string[]) => string ? Values : []

export const found = <Is extends keyof Says>(area: Area, state: State, is: Is, ...about: About<Is>): Finding => ({
  area,
  state,
  is,
  about,
})

/** The sentence of a finding, in which backticks mark what is typed. */
export function saysOf(texts: Texts, finding: Finding, config: Config): string {
  return forThisServer(sentenceOf(texts, finding), config)
}

function sentenceOf(texts: Texts, finding: Finding): string {
  if ('obstacle' in finding) return obstacleSentence(texts, finding.obstacle)
  const text = texts.checks.says[finding.is] as string | ((...about: readonly string[]) => string)
  return typeof text === 'function' ? text(...finding.about) : text
}

/** What to do about a finding; undefined where nothing is. */
export function remedyOf(texts: Texts, finding: Finding, config: Config): string | undefined {
  const remedies: Readonly<Record<string, string>> = texts.checks.remedy
  const remedy = 'obstacle' in finding ? texts.connect.remedy[finding.obstacle.is] : remedies[finding.is]
  return remedy && forThisServer(remedy, config)
}

/** By what a finding is known again at another time. */
export function nameOf(finding: Finding): string {
  if (!('obstacle' in finding)) return `${finding.area}:${finding.is}`
  const { obstacle } = finding
  return `${finding.area}:${obstacle.is}${'name' in obstacle ? `:${obstacle.name}` : ''}`
}
