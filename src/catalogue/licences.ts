/** What a household shows itself and may give to nobody: no licence at all. */
export const householdLicence = 'LicenseRef-household'

/** The licences under which people may contribute images, by their SPDX names; LicenseRef is for those without one. */
const freeLicences = [
  'CC0-1.0',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'LicenseRef-public-domain',
  'LicenseRef-own-work',
] as const
/** The same where only a household sees the catalogue. */
const householdLicences = [householdLicence, ...freeLicences] as const
export type Licence = (typeof householdLicences)[number]

/** The licences that are offered; `private` is whether the catalogue is. */
export const licencesFor = (config: { private: boolean }): readonly Licence[] =>
  config.private ? householdLicences : freeLicences

export const isLicence = (text: string): text is Licence => (householdLicences as readonly string[]).includes(text)

const asking = /^(cc[- ]by|odbl|odc-by|gfdl|ogl)/i

/** Whether a licence, by its SPDX name, asks that its source is named where a text is shown. */
export const asksForCredit = (licence: string): boolean => asking.test(licence)

const free =
  /^(cc0\b|cc[- ]by([- ]sa)?([- ]\d|$)|cc-pddc|pddl|odbl|odc-by|gfdl|fal\b|ogl|licenseref-(public-domain|own-work)$)/i

/** Whether anybody may pass on what is under a licence, by its SPDX name. */
export const isFreeLicence = (licence: string): boolean => licence.length <= 200 && free.test(licence)

/** Where a licence can be read, if it is one that is known. */
export function addressOfLicence(licence: string): string | undefined {
  const [, name, version] = /^CC-(BY[A-Z-]*)-(\d\.\d)$/.exec(licence) ?? []
  if (name && version) return `https://creativecommons.org/licenses/${name.toLowerCase()}/${version}/`
  return licence === 'ODbL-1.0' ? 'https://opendatacommons.org/licenses/odbl/1-0/' : undefined
}
